create table states (
  id integer generated always as identity primary key,
  name text not null unique
);

-- Ids of the point of sale are text: they can have leading zeros.
create table cinemas (
  id text primary key,
  state_id integer not null references states (id),
  name text not null,
  closed_at timestamptz
);

create table screens (
  cinema_id text not null references cinemas (id),
  id text not null,
  name text not null,
  seats integer not null,
  primary key (cinema_id, id)
);

-- One store of movies. name and the pos_ columns are the point of sale's and follow it; the others are what staff entered,
-- and no sync touches them. A film that only the catalogue has carries an id of ours from film_ids.
-- pos_known_since: since when the point of sale's answers have had the film; null when its last good one did not.
create table movies (
  id text primary key,
  name text not null,
  pos_genre text not null default '',
  pos_rating text,
  pos_runtime integer,
  pos_opening_date date,
  pos_known_since timestamptz,

  has_details boolean not null default false,
  title text not null default '',
  overview text not null default '',
  genres text[] not null default '{}',
  tags text[] not null default '{}',
  trailer text not null default '',
  poster text not null default '',
  poster_small text not null default '',
  backdrop text not null default '',
  backdrop_small text not null default '',
  release_year integer,
  runtime integer,
  censor_rating text not null default 'TBC',
  is_featured boolean not null default false,
  is_approved boolean not null default false,
  is_coming_soon boolean not null default false,
  coming_soon_date date,
  public_contents jsonb not null default '[]',
  vod_contents jsonb not null default '[]',
  version integer not null default 1,

  likes integer not null default 0,
  dislikes integer not null default 0,
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  check (is_coming_soon = (coming_soon_date is not null))
);
create sequence film_ids maxvalue 9999999;
create index movies_by_name on movies (name collate "und-x-icu", id) where deleted_at is null;
create index movies_known on movies (name collate "und-x-icu", id) where pos_known_since is not null;
-- With the approval in it, the list is counted from the index alone, filtered by status or not.
create index movies_coming_soon on movies (coming_soon_date, id) include (is_approved)
  where is_coming_soon and deleted_at is null;
create index movies_coming_soon_title on movies ((coalesce(nullif(title, ''), name)) collate "und-x-icu", id)
  where is_coming_soon and deleted_at is null;
create index movies_words on movies using gin ((name || ' ' || title || ' ' || id) gin_trgm_ops);
-- A number in place of an id is matched without regard to leading zeros.
create index movies_numeric_id on movies (ltrim(id, '0'));

create table movie_cast (
  id bigint generated always as identity primary key,
  movie_id text not null references movies (id) on delete cascade,
  position integer not null,
  name text not null,
  character text not null default '',
  image text not null default '',
  gender text
);
create index movie_cast_movie on movie_cast (movie_id, position);
create index movie_cast_name on movie_cast (name collate "und-x-icu", id desc);
create index movie_cast_words on movie_cast using gin (name gin_trgm_ops);

-- Sessions of the point of sale. Past ones stay: the point of sale forgets them.
create table showtimes (
  cinema_id text not null references cinemas (id),
  id text not null,
  movie_id text not null references movies (id),
  screen_id text not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  seats_available integer not null,
  cancelled_at timestamptz,
  primary key (cinema_id, id),
  foreign key (cinema_id, screen_id) references screens (cinema_id, id)
);
create index showtimes_at_cinema on showtimes (cinema_id, starts_at, movie_id) where cancelled_at is null;
create index showtimes_of_movie on showtimes (movie_id, starts_at) where cancelled_at is null;

create table reviews (
  id bigint generated always as identity primary key,
  movie_id text not null references movies (id),
  customer_name text not null,
  liked boolean not null,
  review text not null default '',
  created_at timestamptz not null default now()
);
-- Most people only like or dislike; a list shows those who wrote something.
create index reviews_written on reviews (movie_id, created_at desc, id desc) where review <> '';

-- The counts of likes and dislikes follow the reviews, so that a list never counts.
create function count_reviews() returns trigger language plpgsql as $$
begin
  update movies m set likes = m.likes + n.likes, dislikes = m.dislikes + n.dislikes
  from (select movie_id, count(*) filter (where liked) as likes, count(*) filter (where not liked) as dislikes
        from added group by movie_id) n
  where m.id = n.movie_id;
  return null;
end $$;
create trigger reviews_counted after insert on reviews referencing new table as added
  for each statement execute function count_reviews();

-- What a connection to the outside last did: its last good answer, and since when and why it fails.
create table integration_states (
  name text primary key,
  last_success_at timestamptz,
  failing_since timestamptz,
  reason text
);
