-- Where a field of a movie came from and when, for as long as its value is the one that was taken: a source's data may be
-- kept for a limited time only. A field that staff wrote has no row.
create table movie_sources (
  movie_id text not null references movies (id) on delete cascade,
  field text not null,
  source text not null,
  external_id text not null,
  taken_at timestamptz not null,
  primary key (movie_id, field)
);
create index movie_sources_by_age on movie_sources (source, taken_at);

-- Answers of the movie database, shared by all servers until they expire.
create table moviedb_cache (
  key text primary key,
  value jsonb not null,
  fetched_at timestamptz not null,
  expires_at timestamptz not null
);
create index moviedb_cache_expired on moviedb_cache (expires_at);
