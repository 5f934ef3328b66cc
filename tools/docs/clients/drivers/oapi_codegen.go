// Replays the calls with a client of oapi-codegen, by reflection: its methods are named after the operations.
package main

import (
	"context"
	"fmt"
	"net/http"
	"reflect"
	"strings"

	"client.example/client/client"
)

// setNamed gives a field of the parameters its value, by the name that it has in the document.
func setNamed(parameters reflect.Value, name string, value any) {
	for index := range parameters.NumField() {
		tag := parameters.Type().Field(index).Tag.Get("json")
		if strings.Split(tag, ",")[0] == name {
			convert(value, parameters.Field(index).Addr())
			return
		}
	}
	panic("no parameter " + name)
}

func attempt(call call) (int, any) {
	withKey := func(_ context.Context, request *http.Request) error {
		request.Header.Set("x-api-key", call.Key)
		return nil
	}
	api, err := client.NewClientWithResponses(call.Url, client.WithRequestEditorFn(withKey))
	check(err)
	method := reflect.ValueOf(api).MethodByName(strings.ToUpper(call.Operation[:1]) + call.Operation[1:] + "WithResponse")
	kind := method.Type()
	path := pathNames(call.Path)
	arguments := []reflect.Value{reflect.ValueOf(context.Background())}
	for index := 1; index < kind.NumIn()-1; index++ {
		argument := reflect.New(kind.In(index))
		switch {
		case index <= len(path):
			convert(call.Parameters["path"][path[index-1]], argument)
		case strings.HasSuffix(fmt.Sprint(kind.In(index)), "Params"):
			argument.Elem().Set(reflect.New(kind.In(index).Elem()))
			for _, place := range []string{"query", "header"} {
				for name, value := range call.Parameters[place] {
					setNamed(argument.Elem().Elem(), name, value)
				}
			}
		default:
			convert(call.Body, argument)
		}
		arguments = append(arguments, argument.Elem())
	}
	answered := method.Call(arguments)
	if failure, ok := answered[1].Interface().(error); ok {
		panic(failure)
	}
	response := answered[0].Elem()
	status := response.FieldByName("HTTPResponse").Interface().(*http.Response).StatusCode
	body := response.FieldByName(fmt.Sprintf("JSON%d", status))
	if !body.IsValid() {
		panic(fmt.Sprintf("no type for %d", status))
	}
	return status, body.Interface()
}
