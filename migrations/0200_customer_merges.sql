-- What a merge of two customers moved, for as long as it can be undone.
create table customer_merges (
  lost_id bigint primary key references customers (id),
  kept_id bigint not null references customers (id),
  at timestamptz not null,
  actor text not null,
  moved jsonb not null
);
create index customer_merges_of_kept on customer_merges (kept_id, at);
create index customer_merges_at on customer_merges (at);
