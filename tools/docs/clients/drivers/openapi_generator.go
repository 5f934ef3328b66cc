// Replays the calls with the Go client of openapi-generator, by reflection: its methods are named after the operations.
package main

import (
	"context"
	"net/http"
	"reflect"
	"strings"

	openapi "client.example/client/client"
)

// methodOf finds the method of an operation in the services of the client.
func methodOf(api *openapi.APIClient, operation string) reflect.Value {
	services := reflect.ValueOf(api).Elem()
	for index := range services.NumField() {
		if field := services.Field(index); services.Type().Field(index).IsExported() {
			if method := field.MethodByName(strings.ToUpper(operation[:1]) + operation[1:]); method.IsValid() {
				return method
			}
		}
	}
	panic("no method " + operation)
}

func attempt(call call) (int, any) {
	configuration := openapi.NewConfiguration()
	configuration.Servers = openapi.ServerConfigurations{{URL: call.Url}}
	keys := map[string]openapi.APIKey{"apiKey": {Key: call.Key}}
	ctx := context.WithValue(context.Background(), openapi.ContextAPIKeys, keys)
	method := methodOf(openapi.NewAPIClient(configuration), call.Operation)
	arguments := []reflect.Value{reflect.ValueOf(ctx)}
	for index, name := range pathNames(call.Path) {
		argument := reflect.New(method.Type().In(index + 1))
		convert(call.Parameters["path"][name], argument)
		arguments = append(arguments, argument.Elem())
	}
	request := method.Call(arguments)[0]
	given := map[string]any{}
	for _, place := range []string{"query", "header"} {
		for name, value := range call.Parameters[place] {
			given[plain(name)] = value
		}
	}
	known := map[string]bool{"execute": true}
	for _, name := range call.Names {
		known[plain(name)] = true
	}
	kind := request.Type()
	for index := range kind.NumMethod() {
		name := plain(kind.Method(index).Name)
		value, isGiven := given[name]
		// What is no parameter of the operation is its body.
		if !known[name] {
			value, isGiven = call.Body, call.Body != nil
		}
		delete(given, name)
		if !isGiven {
			continue
		}
		argument := reflect.New(kind.Method(index).Type.In(1))
		convert(value, argument)
		request = request.Method(index).Call([]reflect.Value{argument.Elem()})[0]
	}
	if len(given) > 0 {
		panic("parameters without a method")
	}
	answered := request.MethodByName("Execute").Call(nil)
	response, _ := answered[len(answered)-2].Interface().(*http.Response)
	if failure, ok := answered[len(answered)-1].Interface().(error); ok {
		described, isDescribed := failure.(*openapi.GenericOpenAPIError)
		if !isDescribed || response == nil || described.Model() == nil {
			panic(failure)
		}
		return response.StatusCode, described.Model()
	}
	return response.StatusCode, answered[0].Interface()
}
