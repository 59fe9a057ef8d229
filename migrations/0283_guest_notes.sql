-- Staff note about guests as well, who are known by their address.
alter table customer_notes alter column customer_id drop not null,
  add column guest text check (guest = lower(guest)),
  add check (num_nonnulls(customer_id, guest) = 1);
create index customer_notes_of_guest on customer_notes (guest, at desc, id desc) where guest is not null;
