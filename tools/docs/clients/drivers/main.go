package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"regexp"
	"strings"
)

// A call, as the list has it.
type call struct {
	Call       int
	Operation  string
	Path       string
	Url        string
	Key        string
	Names      []string
	Parameters map[string]map[string]any
	Body       any
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}

var variable = regexp.MustCompile(`\{(\w+)\}`)

// pathNames are the variables of a path, in its order.
func pathNames(path string) []string {
	names := []string{}
	for _, found := range variable.FindAllStringSubmatch(path, -1) {
		names = append(names, found[1])
	}
	return names
}

var sign = regexp.MustCompile(`[^a-z0-9]`)

// plain is a name whatever its case and signs.
func plain(name string) string {
	return sign.ReplaceAllString(strings.ToLower(name), "")
}

// convert reads a value as JSON into what target points to.
func convert(value any, target reflect.Value) {
	text, err := json.Marshal(value)
	check(err)
	check(json.Unmarshal(text, target.Interface()))
}

func result(call call) (result map[string]any) {
	defer func() {
		if failure := recover(); failure != nil {
			result = map[string]any{"call": call.Call, "failure": fmt.Sprint(failure)}
		}
	}()
	status, body := attempt(call)
	return map[string]any{"call": call.Call, "status": status, "body": body}
}

func main() {
	text, err := os.ReadFile(os.Getenv("CLIENT_CALLS"))
	check(err)
	calls := []call{}
	decoder := json.NewDecoder(bytes.NewReader(text))
	// A number stays as it is written.
	decoder.UseNumber()
	check(decoder.Decode(&calls))
	results, err := os.Create(os.Getenv("CLIENT_RESULTS"))
	check(err)
	for _, call := range calls {
		check(json.NewEncoder(results).Encode(result(call)))
	}
}
