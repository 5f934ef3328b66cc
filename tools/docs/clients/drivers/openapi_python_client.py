"""Replays the calls with a client of openapi-python-client: `python openapi_python_client.py PACKAGE-DIRECTORY`."""
import enum
import importlib
import inspect
import json
import os
import pkgutil
import re
import sys
import typing
from pathlib import Path

directory = Path(sys.argv[1])
sys.path.insert(0, str(directory.parent))
package = importlib.import_module(directory.name)


def plain(name):
    """A name whatever its case and signs."""
    return re.sub('[^a-z0-9]', '', name.lower())


api = importlib.import_module(f'{package.__name__}.api')
modules = {
    plain(found.name.rsplit('.', 1)[-1]): found.name
    for found in pkgutil.walk_packages(api.__path__, f'{api.__name__}.')
    if not found.ispkg
}


def model(hint, value):
    """A value as the type that a parameter has; of a union, the first type that has a reader."""
    kinds = [hint, *typing.get_args(hint)]
    for kind in kinds:
        if inspect.isclass(kind) and hasattr(kind, 'from_dict'):
            return kind.from_dict(value)
        if inspect.isclass(kind) and issubclass(kind, enum.Enum):
            return kind(value)
    return value


def as_json(value):
    if isinstance(value, list):
        return [as_json(each) for each in value]
    return value.to_dict() if hasattr(value, 'to_dict') else value


def attempt(call):
    sync_detailed = importlib.import_module(modules[plain(call['operation'])]).sync_detailed
    hints = typing.get_type_hints(sync_detailed)
    names = {plain(name): name for name in inspect.signature(sync_detailed).parameters}
    client = package.AuthenticatedClient(
        base_url=call['url'],
        token=call['key'],
        prefix='',
        auth_header_name='x-api-key',
        raise_on_unexpected_status=True,
    )
    values = {}
    for name, value in [pair for place in call['parameters'].values() for pair in place.items()]:
        values[names[plain(name)]] = model(hints[names[plain(name)]], value)
    if 'body' in call:
        values['body'] = model(hints['body'], call['body'])
    response = sync_detailed(client=client, **values)
    return {'status': int(response.status_code), 'body': as_json(response.parsed)}


with open(os.environ['CLIENT_CALLS']) as calls, open(os.environ['CLIENT_RESULTS'], 'w') as results:
    for call in json.load(calls):
        try:
            result = attempt(call)
        except Exception as error:
            result = {'failure': f'{type(error).__name__}: {error}'}
        results.write(json.dumps({'call': call['call'], **result}) + '\n')
