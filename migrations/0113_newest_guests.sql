-- Who bought last at a cinema, in order: the first pages of its guests are read from there.
create index guest_cinemas_newest on guest_cinemas (cinema_id, last_purchase_at desc, email desc);
