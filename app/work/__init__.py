"""All code that starts sandboxes: runner, publishing, preparation and operators' tools."""
