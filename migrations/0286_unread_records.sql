-- Records of outside systems that cannot be read: what is wrong with each, and since when. One that reads well again goes.
create table unread_records (
  connection text not null,
  -- The list that it was in: "sessions 0004".
  list text not null,
  -- By the vendor's own id: "Session 41235".
  name text not null,
  -- Ours, where it is known.
  record_id text,
  what text not null,
  since timestamptz not null,
  seen_at timestamptz not null,
  primary key (connection, list, name)
);
create index unread_records_seen on unread_records (seen_at);
