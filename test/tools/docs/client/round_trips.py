"""Reads a business, a listing and a contact, and sends each back with one field changed: no cast, and no field left out."""

import sys

from partner_listing_client import AsyncPartnerListing, PartnerListing, types


def follow(api: PartnerListing, rows: list[types.BulkRow]) -> str:
    """For the type checkers alone: a feed has no end."""
    for job in api.bulk(business_number=700100, rows=rows, note="Holiday hours"):
        print(job["state"], job["done"])
    for change in api.changes(business_number=700100):
        return change["cursor"] + change["type"]
    return ""


async def follow_async(api: AsyncPartnerListing, rows: list[types.BulkRow]) -> str:
    async for job in api.bulk(business_number=700100, rows=rows, dry_run=True):
        print(job["state"], job["done"])
    async for change in api.changes(business_number=700100, cursor="c"):
        return change["cursor"] + change["type"]
    return ""


def main(url: str, key: str) -> None:
    with PartnerListing(url, key) as api:
        business = api.get_business(business_id=700101)
        updated = api.update_business(
            business_id=700101,
            body={**business.data, "alias": "Grill on Traffic Way"},
            if_match=business.etag,
        )
        print("business", business.data["name"], updated.data["alias"])
        moved = api.get_business(business_id=700101)
        api.update_business(
            business_id=700101,
            body={**moved.data, "location": {**moved.data["location"], "address2": "Suite 9"}},
            if_match=moved.etag,
        )

        # Rows as they are written, as they were read, and both: each of a list of its own.
        read = moved.data.get("hoursOfOperations", [])
        api.update_business(
            business_id=700101,
            body={**moved.data, "hoursOfOperations": [{"day": 6, "isOpen": 0}, *read]},
            validate_only=True,
        )
        api.update_business(
            business_id=700101,
            body={
                "emailId": "hello@copperkettle.example",
                "phone": "(805) 555-0142",
                "services": "Dine-in",
                "hoursOfOperations": [
                    {"day": 1, "isOpen": 1, "workingHours": [{"startHour": "09:00", "endHour": "17:00"}]},
                    {"day": 6, "isOpen": 0},
                ],
            },
            validate_only=True,
        )

        listing = api.get_listing(business_number=700101)
        info = listing.data["additionalInfo"]
        changed = api.update_listing(
            business_number=700101,
            body={**listing.data, "additionalInfo": {**info, "products": "Steaks"}},
            if_match=listing.etag,
        )
        print("listing", changed.data["additionalInfo"]["products"], changed.data["businessInfo"]["name"])

        contact = api.get_contact(business_id=700100, body={"id": 41001, "experienceScore": True})
        saved = api.save_contact(
            business_id=700100,
            body={**contact.data, "firstName": "Adele"},
            if_match=contact.etag,
        )
        again = api.get_contact(business_id=700100, body={"id": saved.data["id"]})
        print("contact", again.data["firstName"], again.data["lastName"])

        # Of some fields none is there for sure.
        part = api.get_business(business_id=700101, fields="name,location.city")
        print("part", part.data.get("name"), sorted(part.data))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
