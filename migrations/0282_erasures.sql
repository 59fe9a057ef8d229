-- An erasure takes the person out of what is found by their id or address at once; a job then looks through what was
-- written freely, table by table. A guest has no id: a hash of the address says whose erasure it was.
alter table erasures drop constraint erasures_pkey;
alter table erasures alter column customer_id drop not null,
  add column id bigint generated always as identity primary key,
  add column guest text,
  -- Why, in words of staff.
  add column reason text not null default '',
  -- By what the person is found in texts; gone when the job is done.
  add column words jsonb,
  -- The tables that are left, the one at work first; of it, the key of the last row that was looked at.
  add column tables_left text[] not null default '{}',
  add column looked_at text[],
  add column table_count integer not null default 0,
  -- Since when it does not get on.
  add column failed_at timestamptz,
  add unique (customer_id),
  add check (num_nonnulls(customer_id, guest) = 1),
  add check ((words is null) = (cardinality(tables_left) = 0));
create index erasures_running on erasures (id) where words is not null;
create index erasures_of_guest on erasures (guest, id desc) where guest is not null;

-- Letters about a customer, what a person tried to pay, and vouchers for them: found when the person is erased.
create index mails_of_customer on mails ((params ->> 'customerId')) where params ? 'customerId';
create index payment_logs_of_email on payment_logs (lower(email)) where email <> '';
create index vouchers_of_recipient on vouchers (lower(recipient)) where state = 'unused' and recipient <> '';
