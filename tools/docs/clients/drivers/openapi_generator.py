"""Replays the calls with the Python client of openapi-generator, which is installed."""
import inspect
import json
import os
import re
import typing

import openapi_client
import openapi_client.api


def plain(name):
    """A name whatever its case and signs."""
    return re.sub('[^a-z0-9]', '', name.lower())


WITH_RESPONSE = '_with_http_info'
operations = {
    plain(name.removesuffix(WITH_RESPONSE)): (api, name)
    for _, api in inspect.getmembers(openapi_client.api, inspect.isclass)
    for name, _ in inspect.getmembers(api, inspect.isfunction)
    if name.endswith(WITH_RESPONSE)
}


def types(hint):
    """The types in a hint, those of its annotations and unions too."""
    return [hint, *(inner for each in typing.get_args(hint) for inner in types(each))]


def model(hint, value):
    """A value as the model that a parameter has: built as its constructor does, for `from_dict` sets what is left out to
    None, which is sent as null and clears what is stored (docs/partners.md)."""
    models = [kind for kind in types(hint) if inspect.isclass(kind) and hasattr(kind, 'from_dict')]
    return models[0].model_validate(value) if models else value


def as_json(value):
    if isinstance(value, list):
        return [as_json(each) for each in value]
    if isinstance(value, dict):
        return {name: as_json(each) for name, each in value.items()}
    if not hasattr(value, 'to_json'):
        return value
    try:
        return json.loads(value.to_json())
    except AttributeError:
        # Written wrong by the generator: a map of maps of maps, which is read all the same.
        return value.model_dump(mode='json', by_alias=True, exclude_unset=True)


def attempt(call):
    configuration = openapi_client.Configuration(host=call['url'], api_key={'apiKey': call['key']})
    api, name = operations[plain(call['operation'])]
    with openapi_client.ApiClient(configuration) as client:
        ask = getattr(api(client), name)
        own = [each for each in inspect.signature(ask).parameters.values() if not each.name.startswith('_')]
        by_name = {plain(each.name): each for each in own}
        given = {plain(key): value for place in call['parameters'].values() for key, value in place.items()}
        values = {by_name[key].name: value for key, value in given.items()}
        if 'body' in call:
            # What is no parameter of the call is its body.
            parameters = {plain(key) for key in call['names']}
            (body,) = [each for key, each in by_name.items() if key not in parameters]
            values[body.name] = model(body.annotation, call['body'])
        try:
            response = ask(**values)
        except openapi_client.ApiException as error:
            return {'status': error.status, 'body': as_json(error.data)}
        return {'status': response.status_code, 'body': as_json(response.data)}


with open(os.environ['CLIENT_CALLS']) as calls, open(os.environ['CLIENT_RESULTS'], 'w') as results:
    for call in json.load(calls):
        try:
            result = attempt(call)
        except Exception as error:
            result = {'failure': f'{type(error).__name__}: {error}'}
        results.write(json.dumps({'call': call['call'], **result}) + '\n')
