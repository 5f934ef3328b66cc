"""What stands in the way in ministack 1.5.33, worked around: Python reads this file before it starts the engine.

An update of a nested stack forgets the attributes of each resource that it leaves as it is or whose update returns none, so
that the next resource that asks for one fails: "Requested attribute Arn does not exist in schema for AWS::SQS::Queue".
CloudFormation keeps them, and so does ministack in a stack that is not nested: it hands the old ones over. This does the same.

A stack that is created again after its deletion gives its resources the names that they had. A table that was retained is
replaced by an empty one, and the new functions are shown what the stream of the old one still held. CloudFormation draws new
names; here the stack's own id goes into them.
"""

import sys


def keep_attributes():
    from ministack.services import cloudformation
    from ministack.services.cloudformation import provisioners

    update = provisioners._update_resource

    def update_resource(kind, physical_id, old, new, stack_name, logical_id=None, old_attrs=None):
        if old_attrs is None:
            resources = cloudformation._stacks.get(stack_name, {}).get("_resources", {})
            old_attrs = resources.get(logical_id, {}).get("Attributes") or {}
        now, attrs = update(kind, physical_id, old, new, stack_name, logical_id, old_attrs)
        return now, {**old_attrs, **(attrs or {})} if now == physical_id else attrs

    provisioners._update_resource = update_resource


def name_by_stack():
    from ministack.services import cloudformation
    from ministack.services.cloudformation import provisioners

    name_of, seed = provisioners._physical_name, provisioners._NAME_SEED

    def physical_name(stack_name, logical_id, **options):
        stack_id = cloudformation._stacks.get(stack_name, {}).get("StackId", "")
        before = seed.set(seed.get() + stack_id)
        try:
            return name_of(stack_name, logical_id, **options)
        finally:
            seed.reset(before)

    provisioners._physical_name = physical_name


if any(argument.endswith("ministack") for argument in sys.orig_argv):
    keep_attributes()
    name_by_stack()
