/** A request as a program of one file for Go, with its standard library alone: `go run main.go`. */
import { literal } from './literal.ts';
import type { Printer } from './sample.ts';

/** A text as a raw literal, which holds anything but its own quote. */
const raw = (text: string): string => `\`${text.replaceAll('`', '` + "`" + `')}\``;

export const go: Printer = ({ method, path, headers, value }) => {
  const sent = Object.entries(headers).map(
    ([name, text]) => `	request.Header.Set(${JSON.stringify(name)}, ${JSON.stringify(text)})\n`,
  );
  const body = value === undefined ? 'nil' : 'body';
  return `package main

import (
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
${value === undefined ? '' : '	"strings"\n'})

func main() {
${value === undefined ? '' : `	body := strings.NewReader(${raw(literal(value))})\n`}	request, err := http.NewRequest("${method}", os.Getenv("API_URL")+${JSON.stringify(path)}, ${body})
	if err != nil {
		log.Fatal(err)
	}
	request.Header.Set("x-api-key", os.Getenv("API_KEY"))
${sent.join('')}	response, err := http.DefaultClient.Do(request)
	if err != nil {
		log.Fatal(err)
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(response.Body)
	if err != nil {
		log.Fatal(err)
	}
	if response.StatusCode >= 400 {
		log.Fatal(response.Status, " ", string(answer))
	}
	fmt.Println(string(answer))
}`;
};
