-- Events of the cinemas. starts_at is what staff typed, written as UTC and shown as typed: the clock on the cinema's wall.
create table events (
  id integer generated always as identity primary key,
  name text not null,
  description text not null,
  category text not null default '',
  image text not null,
  cinema_id text not null references cinemas (id),
  starts_at timestamptz not null,
  kobo bigint not null check (kobo >= 0),
  version integer not null default 1,
  created_at timestamptz not null,
  deleted_at timestamptz,
  unique (id, cinema_id)
);
create index events_listed on events (starts_at desc, id desc) where deleted_at is null;
create index events_of_cinema on events (cinema_id, starts_at desc, id desc) where deleted_at is null;
create index events_words on events using gin ((name || ' ' || category) gin_trgm_ops) where deleted_at is null;

-- The showtimes of an event, all at its cinema, in their order, each with the ticket as it was when it was chosen.
create table event_movies (
  event_id integer not null,
  place smallint not null,
  cinema_id text not null,
  showtime_id text not null,
  movie_id text not null references movies (id),
  ticket_id text not null,
  ticket_name text not null,
  ticket_kobo bigint not null check (ticket_kobo >= 0),
  primary key (event_id, place),
  unique (event_id, showtime_id, ticket_id),
  foreign key (event_id, cinema_id) references events (id, cinema_id),
  foreign key (cinema_id, showtime_id) references showtimes (cinema_id, id)
);

-- What is sold at an event, in its order.
create table event_concessions (
  event_id integer not null references events (id),
  place smallint not null,
  rosetta_id text not null references products (rosetta_id),
  quantity integer not null check (quantity > 0),
  primary key (event_id, place),
  unique (event_id, rosetta_id)
);
