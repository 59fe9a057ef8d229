-- Who invited somebody, or changed what they are invited to: the invitation is good while that person may give as much.
alter table admins add column invited_by integer references admins (id);
