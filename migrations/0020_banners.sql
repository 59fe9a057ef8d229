-- Hero banners and promotions are one kind of record (operations 3): a banner stands at the top of the landing page, a
-- promotion in its body.
create table promotions (
  id integer generated always as identity primary key,
  position text not null check (position in ('banner', 'body')),
  is_movie boolean not null,
  title text not null,
  description text not null default '',
  movie_id text references movies (id),
  trailer text not null default '',
  url text not null default '',
  web_media text not null default '',
  mobile_media text not null default '',
  thumbnail text not null default '',
  primary_cta text not null default '',
  primary_cta_url text not null default '',
  secondary_cta text not null default '',
  secondary_cta_url text not null default '',
  is_active boolean not null,
  -- Its place among the three in the body of the landing page; it keeps it while it is deleted, to be taken up again.
  landing_slot smallint check (landing_slot between 1 and 3),
  -- From when and until when it is shown, where that is said.
  starts_at timestamptz,
  ends_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null,
  deleted_at timestamptz,
  check (position = 'body' or landing_slot is null),
  check (not is_movie or movie_id is not null),
  check (ends_at > starts_at)
);
-- At most three: there are three slots, and each is had once.
create unique index promotions_landing on promotions (landing_slot) where landing_slot is not null and deleted_at is null;
create index promotions_listed on promotions (position, id desc) where deleted_at is null;
create index promotions_live on promotions (position, id desc) where is_active and deleted_at is null;
create index promotions_words on promotions using gin ((title || ' ' || description) gin_trgm_ops);

-- What the public may see of movies is read by name (GET /public/movies).
create index movies_approved on movies (name collate "und-x-icu", id) where is_approved and deleted_at is null;
