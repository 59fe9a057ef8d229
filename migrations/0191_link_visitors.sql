-- Browsers that opened a link of ours, each once a day, as keyed hashes of which nobody is known; they go after a day.
create table link_visitors (
  visitor bytea primary key,
  at timestamptz not null
);
create index link_visitors_at on link_visitors (at);
