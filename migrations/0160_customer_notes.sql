-- What staff note about a customer. One that was deleted can be restored for a while, and goes then.
create table customer_notes (
  id bigint generated always as identity primary key,
  customer_id bigint not null references customers (id),
  text text not null check (text <> ''),
  author_id integer references admins (id) on delete set null,
  -- As they were called then.
  author text not null,
  at timestamptz not null,
  edited_at timestamptz,
  deleted_at timestamptz,
  version integer not null default 1
);
create index customer_notes_of_customer on customer_notes (customer_id, at desc, id desc) where deleted_at is null;
create index customer_notes_deleted on customer_notes (deleted_at) where deleted_at is not null;
create index customer_notes_of_author on customer_notes (author_id) where author_id is not null;

-- Letters to one address, newest first.
create index mails_of_recipient on mails (lower(recipient), at desc, id desc);
