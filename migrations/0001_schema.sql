-- The tables with their indexes, by the feature that owns them. Functions, triggers and views stand in
-- their owners' schema.sql; here is only the one on which columns and indexes are built.
create extension if not exists pg_trgm;

create extension if not exists btree_gist;

-- How text is compared in searches and sorted by name: src/contract/fold.ts, which a test holds to be the same. Most text is
-- printable ASCII in single spaces without quotes and hyphens, which needs none of the slow steps.
create function fold(value text) returns text language plpgsql immutable strict parallel safe as $$
begin
  if value collate "C" ~ '^[!#-&(-,.-_a-~]+( [!#-&(-,.-_a-~]+)*$' then return lower(value collate "C"); end if;
  if octet_length(value) = length(value) then
    value := translate(lower(value collate "C"), E'\t\n\x0b\f\r"''`-', '     ');
  else
    value := translate(
      lower(regexp_replace(normalize(value, NFD), '[\u0300-\u036f]+', '', 'g') collate "und-x-icu"),
      E'\t\n\x0b\f\r\u0085\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000'
        'ɓƈɖɗđðəǝɛƒɠɣħɦıɨɩɪƙłŋɲøɔƥŧƭʉʊʋƴς'
        '"''`-\u00b4\u00ab\u00bb\u2039\u203a\u02b9\u02ba\u02bb\u02bc\u02bd\u02be\u02bf\u02c8\u02ca\u02cb\u2018\u2019\u201a\u201b'
        '\u201c\u201d\u201e\u201f\u2032\u2033\u2034\u2035\u2036\u2037\ua78b\ua78c\uff07\u2010\u2011\u2012\u2013\u2014\u2015\u2212'
        '\u00ad\u061c\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\u2061\u2062\u2063\u2064\u2066\u2067\u2068'
        '\u2069\ufeff',
      '                        bcddddeeefgghhiiiiklnnoopttuuvyσ');
    value := replace(replace(replace(replace(value, 'æ', 'ae'), 'œ', 'oe'), 'ß', 'ss'), 'þ', 'th');
  end if;
  if position('  ' in value) > 0 then value := regexp_replace(value, ' +', ' ', 'g'); end if;
  return btrim(value);
end $$;

-- Platform -------------------------------------------------------------------------------------------------------------

-- What the application keeps about itself: its signing key, which parts of the demo are loaded.
create table settings (
  key text primary key,
  value jsonb not null
);

-- Answers of creates that a client may send again (Idempotency-Key).
create table idempotency_keys (
  actor text not null,
  key text not null,
  call text not null,
  body_hash text not null,
  reply jsonb,
  created_at timestamptz not null default now(),
  primary key (actor, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);

-- Fixed windows of a rate limit, counted here so that every server shares them.
create table rate_limits (
  key text not null,
  window_start timestamptz not null,
  count integer not null default 1,
  primary key (key, window_start)
);

-- What a connection to the outside last did: its last good answer, and since when and why it fails.
create table integration_states (
  name text primary key,
  last_success_at timestamptz,
  failing_since timestamptz,
  reason text,
  -- When it last failed, kept with the reason after it works again.
  last_failure_at timestamptz
);

-- When each job that runs by itself last did: on any server, whatever became of it.
create table job_runs (
  name text primary key,
  at timestamptz not null
);

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

-- Audit ----------------------------------------------------------------------------------------------------------------

-- Who did what, when, with the record before and after. Lines are only ever added.
create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor_id integer,
  actor text not null,
  action text not null,
  entity text not null,
  entity_id text not null,
  summary text not null,
  before jsonb,
  after jsonb,
  request_id text,
  search_text text not null generated always as (fold(actor || ' ' || action || ' ' || entity_id || ' ' || summary)) stored,
  -- The cinemas that its record belonged to when it was written; none of what is the whole chain's.
  cinema_ids text[] not null default '{}',
  -- Which payments it is about besides its own record.
  about text[] not null default '{}'
);
create index audit_log_at on audit_log (at desc, id desc);
create index audit_log_entity on audit_log (entity, entity_id, id desc);
create index audit_log_search on audit_log using gin (search_text gin_trgm_ops);
-- What a change said: an erasure looks for a person in it.
create index audit_log_changes on audit_log using gin ((coalesce(before::text, '') || coalesce(after::text, '')) gin_trgm_ops)
  where before is not null or after is not null;
-- What one person did.
create index audit_log_actor on audit_log (actor_id, id desc);
-- By area and by action: the kinds of action that there are, and the entries of some of them, newest first.
create index audit_log_action on audit_log (action, id desc);
create index audit_log_cinemas on audit_log using gin (cinema_ids) where cinema_ids <> '{}';
create index audit_log_about on audit_log using gin (about) where about <> '{}';

-- Lines that are still to be written to standard output (setting AUDIT_LOG).
create table audit_outbox (
  id bigint primary key,
  claimed_at timestamptz
);

-- Staff ----------------------------------------------------------------------------------------------------------------

create table roles (
  id integer generated always as identity primary key,
  name text not null unique,
  permissions text[] not null default '{}',
  is_default boolean not null default false,
  version integer not null default 1,
  -- How many points people with the role award, redeem or take back at once.
  points_limit integer not null default 10000 check (points_limit between 1 and 1000000),
  -- From when its holders need a second factor.
  two_factor_from date
);
create unique index roles_one_default on roles (is_default) where is_default;

insert into roles (name, permissions, is_default) values ('Admin', '{*}', true);

create table admins (
  id integer generated always as identity primary key,
  email text not null,
  first_name text not null,
  last_name text not null,
  mobile text,
  profile_image text,
  user_type text not null check (user_type in ('Admin', 'Super Admin', 'Editor')),
  role_id integer references roles (id),
  password_hash text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  -- The demo's accounts have a published password: they are closed while the demo is off, whoever changed it since.
  is_demo boolean not null default false,
  closed_at timestamptz,
  -- Until when an invitation is good. Somebody who is invited has no password before they choose one by its link.
  invited_until timestamptz,
  -- Who invited them, or changed what they are invited to: the invitation is good while that person may give as much.
  invited_by integer references admins (id)
);
create unique index admins_email on admins (lower(email)) where deleted_at is null;

-- Where an account signed in from before: a stranger's tries elsewhere never keep it out from there.
create table admin_networks (
  admin_id integer not null references admins (id) on delete cascade,
  network text not null,
  last_at timestamptz not null,
  primary key (admin_id, network)
);

create table sessions (
  id uuid primary key default gen_random_uuid(),
  admin_id integer not null references admins (id),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  -- How it was opened, and from where.
  means text not null default 'password' check (means in ('password', 'passkey', 'provider')),
  provider text,
  address text not null default '',
  device text not null default '',
  last_seen_at timestamptz not null,
  -- When its person last confirmed who they are.
  confirmed_at timestamptz not null,
  -- Until when it may last, however much it is used.
  ends_at timestamptz not null
);
create index sessions_admin on sessions (admin_id) where ended_at is null;

-- A session's refresh tokens, hashed; one that is used a second time ends the session.
create table refresh_tokens (
  token_hash bytea primary key,
  session_id uuid not null references sessions (id) on delete cascade,
  created_at timestamptz not null default now(),
  used_at timestamptz
);
create index refresh_tokens_session on refresh_tokens (session_id);

create table password_resets (
  token_hash bytea primary key,
  admin_id integer not null references admins (id),
  expires_at timestamptz not null,
  used_at timestamptz
);

-- Second factors: passkeys, authenticator apps and recovery codes.
create table passkeys (
  id integer primary key generated always as identity,
  admin_id integer not null references admins (id),
  credential_id text not null unique,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null default '{}',
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_admin on passkeys (admin_id);

-- The secret is sealed. A code is good once: of the 30 seconds it stands for, only later ones count.
create table authenticators (
  admin_id integer primary key references admins (id),
  sealed_secret bytea not null,
  confirmed_at timestamptz not null,
  last_step bigint not null
);

create table recovery_codes (
  id integer primary key generated always as identity,
  admin_id integer not null references admins (id),
  code_hash text not null,
  created_at timestamptz not null,
  used_at timestamptz
);
create index recovery_codes_admin on recovery_codes (admin_id);

-- What was asked of somebody who proves who they are: good once, for minutes, for a few tries, and for nothing else.
create table challenges (
  token_hash bytea primary key,
  purpose text not null check (purpose in ('sign-in', 'passkey', 'confirm', 'add-passkey', 'add-authenticator')),
  admin_id integer references admins (id),
  session_id uuid references sessions (id) on delete cascade,
  data bytea,
  tries integer not null default 0,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index challenges_session on challenges (session_id);

create table invitations (
  token_hash bytea primary key,
  admin_id integer not null references admins (id) on delete cascade,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index invitations_admin on invitations (admin_id) where used_at is null;

-- On what an account signed in before, and from which network: its person is told of a sign-in on any other.
create table admin_devices (
  admin_id integer not null references admins (id) on delete cascade,
  device text not null,
  network text not null,
  last_at timestamptz not null,
  primary key (admin_id, device, network)
);

-- What integrators call the API with: under a role, until an end.
create table service_tokens (
  id integer generated always as identity primary key,
  name text not null,
  -- A deleted role leaves none, and its tokens are good for nothing.
  role_id integer references roles on delete set null,
  -- One that a second person approved has no secret until whoever asked for it fetches one.
  key_hash bytea unique,
  last4 text not null,
  created_at timestamptz not null,
  created_by_id integer references admins (id),
  created_by text not null,
  expires_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz
);
create unique index service_tokens_name on service_tokens (lower(name)) where revoked_at is null;
create index service_tokens_role on service_tokens (role_id);

-- Sign-ins at an identity provider that are under way. Of the state and of the browser's secret the hashes.
create table oauth_states (
  state_hash bytea primary key,
  provider text not null,
  browser_hash bytea not null,
  nonce text not null,
  verifier text not null,
  -- The session that is to be confirmed, or in which a provider is linked; null where one is to be opened.
  session_id uuid references sessions (id) on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);

-- Who is whom at an identity provider: by its issuer and its name for them, never by their address.
create table identities (
  issuer text not null,
  subject text not null,
  admin_id integer not null references admins (id),
  created_at timestamptz not null,
  last_at timestamptz not null,
  primary key (issuer, subject)
);
create index identities_admin on identities (admin_id);

-- Whose first sign-in at another provider is theirs as well, and until when: as a superadmin allowed.
create table identity_links (
  admin_id integer primary key references admins (id),
  until timestamptz not null
);

-- Roles that somebody has for some cinemas, besides the one that they have for all of them (admins.role_id).
create table cinema_roles (
  id integer generated always as identity primary key,
  admin_id integer not null references admins (id) on delete cascade,
  role_id integer not null references roles (id),
  states integer[] not null default '{}',
  cinemas text[] not null default '{}',
  check (cardinality(states) + cardinality(cinemas) > 0)
);
create index cinema_roles_of_admin on cinema_roles (admin_id);
create index cinema_roles_of_role on cinema_roles (role_id);

-- Emails --------------------------------------------------------------------------------------------------------------

-- Emails on their way. What an email says is written at each try, by its kind: no link or token stands here.
create table emails (
  id bigint generated always as identity primary key,
  -- The same for every try, and of no other email anywhere: receivers know a repetition by it.
  message_id uuid not null default gen_random_uuid(),
  at timestamptz not null,
  kind text not null,
  recipient text not null,
  params jsonb not null,
  state text not null default 'pending' check (state in ('pending', 'sent', 'failed')),
  attempts integer not null default 0,
  -- While a server is at it, this is when another may take over.
  due_at timestamptz,
  -- Why the last try failed, in words for staff.
  reason text,
  sent_at timestamptz,
  -- Emails that take long to write go after the others.
  is_slow boolean not null default false,
  check ((state = 'pending') = (due_at is not null)),
  check ((state = 'sent') = (sent_at is not null))
);
create index emails_pending on emails (is_slow, due_at, id) where state = 'pending';
create index emails_failed on emails (id) where state = 'failed';
create index emails_sent on emails (sent_at) where state = 'sent';
-- Emails to one address, newest first.
create index emails_of_recipient on emails (lower(recipient), at desc, id desc);
-- Emails about a customer: found when the person is erased.
create index emails_of_customer on emails ((params ->> 'customerId')) where params ? 'customerId';

-- Mail that the embedded implementation keeps instead of sending it.
create table outbox (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  recipient text not null,
  subject text not null,
  body text not null,
  -- The mail as a page; an older one has text alone.
  html text not null default '',
  state text not null check (state in ('sent', 'bounced')),
  -- A mail's page is opened by a link, which carries no session: its address is one that nobody guesses.
  key uuid not null default gen_random_uuid()
);
create unique index outbox_key on outbox (key);

-- Movies ---------------------------------------------------------------------------------------------------------------

-- One store of movies. name and the pos_ columns are the point of sale's and follow it; the others are what staff entered,
-- and no sync touches them. A film that only the catalogue has carries an id of ours from film_ids.
-- pos_listed_since: since when the point of sale's answers have had the film; null when its last good one did not.
create table movies (
  id text primary key,
  name text not null,
  pos_genre text not null default '',
  pos_rating text,
  pos_runtime integer,
  pos_opening_date date,
  pos_listed_since timestamptz,
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
  search_text text not null generated always as (fold(name || ' ' || title || ' ' || id)) stored,
  -- A film for which no source gives an opening day opens with its first showtime: first_showing_on is that one's business day.
  -- It follows the schedule as long as no showtime has begun, and then stays.
  first_showing_on date,
  -- When it opens: the day that staff entered for one that they marked as coming soon, else the point of sale's, else the day of
  -- its first showtime.
  opens_on date generated always as (coalesce(coming_soon_date, pos_opening_date, first_showing_on)) stored,
  check (is_coming_soon = (coming_soon_date is not null))
);
create index movies_by_name on movies (name collate "und-x-icu", id) where deleted_at is null;
create index movies_known on movies (name collate "und-x-icu", id) where pos_listed_since is not null;
create index movies_search on movies using gin (search_text gin_trgm_ops);
-- A number in place of an id is matched without regard to leading zeros.
create index movies_numeric_id on movies (ltrim(id, '0'));
-- What the public may see of movies is read by name (GET /public/movies).
create index movies_approved on movies (name collate "und-x-icu", id) where is_approved and deleted_at is null;
-- With the approval in them, the list is counted from the index alone, filtered by status or not.
create index movies_opening on movies (opens_on, id) include (is_approved, is_coming_soon)
  where opens_on is not null and deleted_at is null and (is_coming_soon or pos_listed_since is not null);
create index movies_opening_title on movies ((coalesce(nullif(title, ''), name)) collate "und-x-icu", id) include (opens_on)
  where opens_on is not null and deleted_at is null and (is_coming_soon or pos_listed_since is not null);

create sequence film_ids maxvalue 9999999;

create table movie_cast (
  id bigint generated always as identity primary key,
  movie_id text not null references movies (id) on delete cascade,
  position integer not null,
  name text not null,
  character text not null default '',
  image text not null default '',
  gender text,
  search_text text not null generated always as (fold(name)) stored
);
create index movie_cast_movie on movie_cast (movie_id, position);
create index movie_cast_name on movie_cast (name collate "und-x-icu", id desc);
create index movie_cast_search on movie_cast using gin (search_text gin_trgm_ops);

-- Where a field of a movie came from and when, for as long as its value is the one that was taken: a source's data may be
-- kept for a limited time only. A field that staff wrote has no row.
create table movie_sources (
  movie_id text not null references movies (id) on delete cascade,
  field text not null,
  source text not null,
  external_id text not null,
  imported_at timestamptz not null,
  primary key (movie_id, field)
);
create index movie_sources_by_age on movie_sources (source, imported_at);

-- Answers of the movie database, shared by all servers until they expire.
create table moviedb_cache (
  key text primary key,
  value jsonb not null,
  fetched_at timestamptz not null,
  expires_at timestamptz not null
);
create index moviedb_cache_expired on moviedb_cache (expires_at);

create table reviews (
  id bigint generated always as identity primary key,
  movie_id text not null references movies (id),
  customer_name text not null,
  liked boolean not null,
  review text not null default '',
  created_at timestamptz not null default now(),
  -- Who told it, and under which id; null where it was not told by the feed.
  source text,
  external_id text
);
-- Most people only like or dislike; a list shows those who wrote something.
create index reviews_written on reviews (movie_id, created_at desc, id desc) where review <> '';
create unique index reviews_by_source on reviews (source, external_id) where source is not null;
-- Who wrote a review is known by name alone.
create index reviews_by_name on reviews (lower(customer_name));
-- A list begins with the bad ones, where that is asked for.
create index reviews_by_liking on reviews (movie_id, liked, created_at desc, id desc) where review <> '';

-- Cinemas --------------------------------------------------------------------------------------------------------------

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
  -- The schedule marks what changed since yesterday: since when it is known, when the point of sale last moved it, and its film,
  -- screen and start before that.
  added_at timestamptz,
  changed_at timestamptz,
  previous_movie_id text,
  previous_screen_id text,
  previous_starts_at timestamptz,
  primary key (cinema_id, id),
  foreign key (cinema_id, screen_id) references screens (cinema_id, id)
);
create index showtimes_at_cinema on showtimes (cinema_id, starts_at, movie_id) where cancelled_at is null;
create index showtimes_of_movie on showtimes (movie_id, starts_at) where cancelled_at is null;
-- How full the shows of a range were is asked over all cinemas, too.
create index showtimes_begun on showtimes (starts_at) where cancelled_at is null;
-- Few are, and they are asked for by when.
create index showtimes_cancelled on showtimes (cancelled_at) where cancelled_at is not null;

-- A run takes the schedule from the point of sale part by part. A part is marked done in the transaction that stores what
-- came, so that a run can be gone on with wherever it was left. It is complete when it is finished without a reason.
-- failed_at: when it first failed; reason: why it last failed. tries: how often it was left with parts undone.
create table sync_runs (
  id integer generated always as identity primary key,
  kind text not null check (kind in ('full', 'incremental')),
  requested_by text,
  started_at timestamptz not null,
  finished_at timestamptz,
  tries integer not null default 0,
  failed_at timestamptz,
  reason text
);
create unique index sync_runs_one_open on sync_runs ((finished_at is null)) where finished_at is null;

-- part: films, cinemas, or the id of the cinema whose showtimes are taken.
create table sync_steps (
  run_id integer not null references sync_runs (id) on delete cascade,
  part text not null,
  tries integer not null default 0,
  done_at timestamptz,
  primary key (run_id, part)
);

-- Customers ------------------------------------------------------------------------------------------------------------

-- registered_at is null for a person who is known by what they bought alone. Pages far down a list are read in an index alone, as
-- long as few pages of the table have changed since its last vacuum.
create table customers (
  id bigint generated always as identity primary key,
  source text not null,
  external_id text not null,
  first_name text not null default '',
  last_name text not null default '',
  email text,
  phone text,
  birth_date date,
  channel text not null default 'not_specified' check (channel in ('web', 'mobile', 'not_specified')),
  registered_at timestamptz,
  registered_on date,
  reported_at timestamptz,
  -- What the back office knows besides what was told.
  gender text check (gender in ('Female', 'Male', 'Other')),
  billing_cycle text check (billing_cycle in ('Monthly', 'Quarterly', 'Half-yearly', 'Yearly')),
  default_cinema_id text,
  profile_image text,
  -- The membership card of the point of sale, and its PIN as argon2 keeps it.
  card_number text,
  card_pin_hash text,
  password_hash text,
  trailers_watched integer check (trailers_watched >= 0),
  -- Emails and phones by which the customer was known before a merge: searches find them by these.
  aliases text not null default '',
  -- Sign-ins of the web and mobile apps that began before are over.
  tokens_cleared_at timestamptz,
  version integer not null default 1,
  -- Who the person was is gone; what they bought is kept for the accounts.
  erased_at timestamptz,
  -- The customer that this one turned out to be. What is told of this one is that one's.
  merged_into bigint references customers (id),
  -- A registered person whom staff see and look after.
  is_listed boolean not null generated always as
    (registered_at is not null and erased_at is null and merged_into is null) stored,
  -- What a search looks in.
  search_text text not null generated always as (fold(
    first_name || ' ' || last_name || ' ' || coalesce(email, '') || ' ' || coalesce(phone, '') || ' ' ||
    coalesce(card_number, '') || ' ' || aliases
    )) stored,
  -- A tab stands before every other character: first names are compared before last names.
  name_key text collate "C" not null
    generated always as (fold(first_name) || E'\t' || fold(last_name)) stored,
  -- Until when staff send no reset of the password to an address that staff have entered.
  reset_blocked_until timestamptz,
  unique (source, external_id),
  check ((registered_at is null) = (registered_on is null))
) with (autovacuum_vacuum_scale_factor = 0.005, autovacuum_vacuum_insert_scale_factor = 0.005);
create index customers_newest on customers (registered_at desc, id desc) where is_listed;
create index customers_by_name on customers (name_key, id) where is_listed;
create index customers_by_email on customers (lower(email)) where is_listed;
create index customers_by_phone on customers (phone) where is_listed and phone is not null;
-- What a search reads besides an index of words is what has not been taken into it yet, one entry after the other, which took
-- longer than the index itself. Customers and guests change seldom beside how often they are looked for.
create index customers_search on customers using gin (search_text gin_trgm_ops) with (gin_pending_list_limit = 256) where is_listed;
create unique index customers_card on customers (card_number) where is_listed and card_number is not null;
create index customers_merged on customers (merged_into) where merged_into is not null;
create index customers_listed on customers (id) where is_listed;
create index customers_emails on customers (coalesce(lower(email), ''), id) include (email) where is_listed;
-- Registered people who are not listed are few: with them, those who are need not be counted one by one.
create index customers_unlisted on customers (id) where registered_at is not null and not is_listed;
create index customers_by_name_and_birth on customers (name_key, birth_date)
  where is_listed and birth_date is not null and first_name <> '' and last_name <> '';
create index customers_not_listed on customers (id) where not is_listed;

-- That something of a customer changed here, for the programs that tell of them (GET /feed/changes). What it is now they
-- read from the customer: nothing of a person stands here.
create table customer_changes (
  id bigint generated always as identity primary key,
  customer_id bigint not null references customers (id),
  kind text not null check (kind in ('created', 'edited', 'tokens cleared', 'card forgotten', 'password set', 'merged', 'erased')),
  at timestamptz not null
);
-- A card that a late word of the provider would bring back after it was deleted is looked for here.
create index customer_changes_of_cards on customer_changes (customer_id, at) where kind = 'card forgotten';

-- Links to a new password of the web shop and the app, as those of admins are kept.
create table customer_password_resets (
  token_hash bytea primary key,
  customer_id bigint not null references customers (id),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index customer_password_resets_of on customer_password_resets (customer_id);

-- How many purchases a customer made stands in a narrow row of its own: counting a purchase does not write the customer's
-- record, with its indexes, anew.
create table buyers (
  customer_id bigint primary key references customers (id),
  purchases integer not null
) with (fillfactor = 50);

-- What staff note about customers and guests. One that was deleted can be restored for a while, and goes then.
create table customer_notes (
  id bigint generated always as identity primary key,
  -- A customer, or a guest by their address.
  customer_id bigint references customers (id),
  guest text check (guest = lower(guest)),
  text text not null check (text <> ''),
  author_id integer references admins (id) on delete set null,
  -- As they were called then.
  author text not null,
  at timestamptz not null,
  edited_at timestamptz,
  deleted_at timestamptz,
  version integer not null default 1,
  check (num_nonnulls(customer_id, guest) = 1)
);
create index customer_notes_of_customer on customer_notes (customer_id, at desc, id desc) where deleted_at is null;
create index customer_notes_deleted on customer_notes (deleted_at) where deleted_at is not null;
create index customer_notes_of_author on customer_notes (author_id) where author_id is not null;
create index customer_notes_of_guest on customer_notes (guest, at desc, id desc) where guest is not null;

-- Kids club ------------------------------------------------------------------------------------------------------------

create table kids_club_members (
  customer_id bigint primary key references customers (id),
  joined_at timestamptz not null,
  guardian_name text not null default '',
  consent_on date,
  consent_source text check (consent_source in ('Form', 'Web', 'Mobile app', 'Phone', 'At the counter')),
  version integer not null default 1,
  check ((consent_on is null) = (consent_source is null))
);
create index kids_club_newest on kids_club_members (joined_at desc, customer_id);
create index kids_club_joined on kids_club_members (joined_at, customer_id);

-- Feed -----------------------------------------------------------------------------------------------------------------

-- Programs that may tell. The key itself is shown once, when it is made.
create table feed_keys (
  id integer generated always as identity primary key,
  name text not null,
  -- Whose ids its lines carry: two keys of one program share it.
  source text not null check (source ~ '^[a-z0-9][a-z0-9-]{0,39}$'),
  record_types text[] not null,
  key_hash bytea not null unique,
  last4 text not null,
  created_at timestamptz not null,
  created_by text not null,
  last_used_at timestamptz,
  revoked_at timestamptz,
  version integer not null default 1
);
create unique index feed_keys_name on feed_keys (lower(name)) where revoked_at is null;

-- What was sent and does not count: it waits for its purchase, or is held until its sender mends it or staff decide. `reason` says
-- why it is held, `rule` by which rule; both are null while it waits.
create table quarantined_records (
  id bigint generated always as identity unique,
  source text not null,
  record_type text not null,
  external_id text not null,
  pending_for text,
  record jsonb not null,
  since timestamptz not null,
  reason text,
  rule text check (rule in ('time', 'bought', 'unknown', 'unusual', 'contact', 'repeated', 'currency', 'differs')),
  key_id integer references feed_keys (id),
  seen_at timestamptz,
  times integer not null default 1,
  rejected_at timestamptz,
  rejected_by text,
  note text not null default '',
  version integer not null default 1,
  primary key (source, record_type, external_id),
  check ((rejected_at is null) = (rejected_by is null))
);
create index quarantined_records_for on quarantined_records (source, record_type, pending_for) where reason is null;
create index quarantined_records_newest on quarantined_records (since desc, id desc);

-- What became of the lines that each key sent on a day, as it was answered.
create table feed_counts (
  key_id integer not null references feed_keys (id),
  record_type text not null,
  day date not null,
  accepted bigint not null default 0,
  duplicate bigint not null default 0,
  pending bigint not null default 0,
  quarantined bigint not null default 0,
  rejected bigint not null default 0,
  newest_at timestamptz,
  last_at timestamptz not null,
  primary key (key_id, record_type, day)
);

-- What a line of a purchase is at most, as a rule: in the last weeks at a cinema, of a kind and channel.
create table price_baselines (
  cinema_id text not null,
  channel text not null,
  kind text not null,
  lines bigint not null,
  quantity integer not null,
  unit_kobo bigint not null,
  primary key (cinema_id, channel, kind)
);

-- What was counted and then voided, corrected or restored: the line as it counted before and as it counts since. Of a corrected
-- id `after` is what counts; of a voided one nothing does. `sent_id`: of a correction that was sent, its sender's id.
create table feed_corrections (
  id bigint generated always as identity primary key,
  record_type text not null check (record_type in ('purchases', 'refunds', 'redemptions', 'visits')),
  source text not null,
  external_id text not null,
  kind text not null check (kind in ('void', 'correct', 'reinstate')),
  reason text not null,
  by_name text not null,
  key_id integer references feed_keys (id),
  sent_id text,
  at timestamptz not null,
  before jsonb,
  after jsonb,
  check ((before is null) = (kind = 'reinstate') and (after is null) = (kind = 'void')),
  unique (source, sent_id)
);
create index feed_corrections_of_record on feed_corrections (source, record_type, external_id, id);
create index feed_corrections_newest on feed_corrections (at desc, id desc);
-- A payment's history has what its sales were corrected from, also of those that do not count.
create index feed_corrections_paid on feed_corrections ((before ->> 'payment_reference')) where record_type = 'purchases';

-- Tiers ----------------------------------------------------------------------------------------------------------------

-- The plans that are sold (the screen calls them tiers). A subscription keeps the plan, price and tickets it was sold at.
create table plans (
  id integer generated always as identity (start with 401) primary key,
  name text not null,
  kobo bigint not null check (kobo >= 0),
  tickets integer not null check (tickets >= 0),
  -- Percent off what is bought at the counter.
  concession_discount integer not null default 0 check (concession_discount between 0 and 100),
  is_multi_user boolean not null default false,
  -- Their order on screens and in the shop.
  place integer not null default 0,
  created_at timestamptz not null,
  retired_at timestamptz,
  version integer not null default 1
);
create unique index plans_by_name on plans (lower(name)) where retired_at is null;

-- Every name that a plan was ever sold under: subscriptions carry the name of their time. A name that is given to another
-- plan is that one's from then on.
create table plan_names (
  name text primary key check (name = lower(name)),
  plan_id integer not null references plans (id)
);

-- Trade ----------------------------------------------------------------------------------------------------------------

-- By which way the money of a purchase came: through the payment provider, who knows it by the reference, or at a counter. A till
-- may send no more than a word for how was paid as the reference.
create function paid_by(source text, reference text, channel text, method text) returns text language sql immutable as $$
  select case
    when method in ('cash', 'voucher') then method
    when method is null and lower(reference) in ('cash', 'card', 'voucher') then lower(reference)
    when method = 'card' and (channel = 'not_specified' or coalesce(reference, '') = '') then 'card'
    when reference <> '' and source <> 'marquee'
      and lower(reference) not in ('cash', 'card', 'transfer', 'ussd', 'wallet', 'voucher', 'other') then 'provider'
    else 'other' end
$$;

-- What happened in the chain, as its shop, app and point of sale told it (docs/feed.md). Every table of a stream knows who
-- told a line and under which id, so that a line that is told again changes nothing. Days are the chain's zone's.
create table purchases (
  id bigint generated always as identity primary key,
  source text not null,
  external_id text not null,
  at timestamptz not null,
  day date not null,
  channel text not null check (channel in ('web', 'mobile', 'not_specified')),
  cinema_id text,
  customer_id bigint references customers (id),
  buyer_name text not null default '',
  buyer_email text not null default '',
  buyer_phone text not null default '',
  payment_reference text,
  referral_code text,
  kobo bigint not null check (kobo >= 0),
  -- Bought while a subscription of the customer was in force; follows the subscriptions.
  by_subscriber boolean not null default false,
  -- What its sender says of how it was paid.
  payment_method text check (payment_method in ('cash', 'card', 'transfer', 'ussd', 'wallet', 'voucher', 'other')),
  tax_kobo bigint check (tax_kobo >= 0),
  fee_kobo bigint check (fee_kobo >= 0),
  -- When the row was written, not when its transaction began: a day is closed while nobody writes, and what comes after has a later
  -- time.
  recorded_at timestamptz default clock_timestamp(),
  -- Which payment it is of. The payment provider knows a payment by its reference, and several purchases may be of it; what was paid
  -- at a counter is a payment of its own, whatever reference the till sends with it, under its sender's name and id.
  payment text generated always as (case
    when payment_reference <> ''
      and (source = 'marquee' or paid_by(source, payment_reference, channel, payment_method) = 'provider') then payment_reference
    when payment_reference <> '' or kobo > 0 then source || ':' || external_id end) stored,
  unique (source, external_id)
);
create index purchases_of_customer on purchases (customer_id, at) where customer_id is not null;
create index purchases_once on purchases (at desc, id desc) where not by_subscriber;
-- A repair counts one day at a time. Rows come nearly in the order of their days, so that small indexes find them.
create index purchases_of_day on purchases using brin (day) with (autosummarize = on);
create index purchases_by_reference on purchases using gin (payment_reference gin_trgm_ops) where payment_reference is not null;
create index purchases_of_guest on purchases (lower(buyer_email), at desc) where customer_id is null and buyer_email <> '';
-- Who bought without an account, as they called themselves then.
create index purchases_of_buyer on purchases using gin (fold(buyer_name || ' ' || buyer_email) gin_trgm_ops)
  where buyer_name <> '' or buyer_email <> '';
create index purchases_of_payment on purchases (payment) where payment is not null;
-- Most purchases carry no code.
create index purchases_referred on purchases (id) where referral_code <> '';
create index purchases_paid_by on purchases (payment_method, payment) where payment_method is not null and payment is not null;
create index purchases_of_reference on purchases (payment_reference, at) where payment_reference is not null;

create table purchase_lines (
  purchase_id bigint not null references purchases (id),
  n smallint not null,
  kind text not null check (kind in ('ticket', 'concession', 'subscription')),
  quantity integer not null check (quantity > 0),
  kobo bigint not null check (kobo >= 0),
  discount_kobo bigint not null default 0 check (discount_kobo >= 0),
  product text not null default '',
  movie_id text,
  show_at timestamptz,
  show_day date,
  product_id text,
  -- Which seats its tickets are for.
  seats text[],
  primary key (purchase_id, n)
);
create index purchase_lines_of_show on purchase_lines using brin (show_day) with (autosummarize = on);

create table refunds (
  id bigint generated always as identity primary key,
  source text not null,
  external_id text not null,
  purchase_id bigint not null references purchases (id),
  at timestamptz not null,
  day date not null,
  reason text not null default '',
  kobo bigint not null check (kobo >= 0),
  recorded_at timestamptz default clock_timestamp(),
  unique (source, external_id)
);
create index refunds_of_purchase on refunds (purchase_id);
create index refunds_of_day on refunds using brin (day) with (autosummarize = on);

create table refund_lines (
  refund_id bigint not null references refunds (id),
  n smallint not null,
  kind text not null check (kind in ('ticket', 'concession', 'subscription')),
  quantity integer not null check (quantity >= 0),
  kobo bigint not null check (kobo >= 0),
  show_day date,
  primary key (refund_id, n)
);

-- Tickets torn at a cinema's door.
create table redemptions (
  id bigint generated always as identity primary key,
  source text not null,
  external_id text not null,
  at timestamptz not null,
  day date not null,
  show_day date not null,
  cinema_id text,
  customer_id bigint references customers (id),
  tickets integer not null check (tickets > 0),
  by_subscription boolean not null,
  -- Of which purchase of the same source the tickets are. It is named and not referred to: it may be reported later, and is written
  -- anew when it is corrected.
  purchase_external_id text,
  unique (source, external_id)
);
create index redemptions_of_day on redemptions using brin (day) with (autosummarize = on);
create index redemptions_of_show on redemptions using brin (show_day) with (autosummarize = on);
create index redemptions_of_customer on redemptions (customer_id) where customer_id is not null;
create index redemptions_of_purchase on redemptions (source, purchase_external_id) where purchase_external_id is not null;

create table visits (
  source text not null,
  external_id text not null,
  at timestamptz not null,
  day date not null,
  channel text not null check (channel in ('web', 'mobile', 'not_specified')),
  count integer not null check (count > 0),
  primary key (source, external_id)
);
create index visits_of_day on visits using brin (day) with (autosummarize = on);

-- What was told of subscriptions. What follows from all that was told of one customer stands in subscription_periods.
create table subscription_events (
  id bigint generated always as identity primary key,
  source text not null,
  external_id text not null,
  customer_id bigint not null references customers (id),
  kind text not null check (kind in ('start', 'renewal', 'end')),
  at timestamptz not null,
  day date not null,
  until timestamptz,
  plan text not null default '',
  kobo bigint not null default 0,
  tickets integer not null default 0,
  reason text not null default '',
  -- A start or renewal with settled_at is staff's word, given then, on how the subscription in force stands. It is a term
  -- like another; and what was told of the time from settles_from until settles_until before they spoke, or is told later
  -- of before they spoke, counts no more. All that was told stays.
  settled_at timestamptz,
  settles_from timestamptz,
  settles_until timestamptz,
  unique (source, external_id),
  check (kind = 'end' or until > at),
  check (num_nulls(settled_at, settles_from, settles_until) in (0, 3)),
  check (settled_at is null or kind <> 'end' and source = 'marquee')
);
create index subscription_events_of_customer on subscription_events (customer_id, at);
create index subscription_events_settled on subscription_events (customer_id) where settled_at is not null;

-- A time without a gap in which a customer had a subscription at one plan and price. renewed_on: when the next one began;
-- infinity while none has.
create table subscription_periods (
  customer_id bigint not null references customers (id),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  starts_on date not null,
  ends_on date not null,
  renewed_on date not null,
  -- Does not go on from the one before without a gap.
  is_new boolean not null,
  plan text not null,
  kobo bigint not null,
  tickets integer not null,
  reason text not null default '',
  primary key (customer_id, starts_at)
);
create index subscription_periods_in_force on subscription_periods (ends_at, starts_at) include (customer_id);
create index subscription_periods_of_plan on subscription_periods (lower(plan), ends_at) include (starts_at, customer_id);
-- Churn lists what ended in a range and was not renewed in it, also of those who came back later.
create index subscription_periods_ended on subscription_periods (ends_at, customer_id) include (renewed_on);
create index subscription_periods_started on subscription_periods (starts_at) include (starts_on, customer_id);

-- People who bought without an account, by the address they left. Kept by the purchases' trigger.
create table guests (
  email text primary key check (email = lower(email)),
  name text not null,
  phone text not null default '',
  last_purchase_at timestamptz not null,
  purchases integer not null,
  search_text text not null generated always as (fold(name || ' ' || email || ' ' || translate(phone, ' ().', ''))) stored,
  name_key text collate "C" not null generated always as (fold(name)) stored
);
create index guests_latest on guests (last_purchase_at desc, email);
create index guests_search on guests using gin (search_text gin_trgm_ops) with (gin_pending_list_limit = 256);
create index guests_by_name on guests (name_key, email);

-- At which cinemas somebody is a customer: where they have bought, and the one that they call theirs.
create table customer_cinemas (
  customer_id bigint not null references customers (id),
  cinema_id text not null,
  primary key (customer_id, cinema_id)
);
create index customer_cinemas_of_cinema on customer_cinemas (cinema_id, customer_id);

-- What guests bought at a cinema, as `guests` has it of all total.
create table guest_cinemas (
  email text not null,
  cinema_id text not null,
  last_purchase_at timestamptz not null,
  purchases integer not null,
  primary key (email, cinema_id)
);
create index guest_cinemas_of_cinema on guest_cinemas (cinema_id, email);
-- Who bought last at a cinema, in order: the first pages of its guests are read from there.
create index guest_cinemas_newest on guest_cinemas (cinema_id, last_purchase_at desc, email desc);

-- What purchases and refunds counted until they were voided or corrected, by kind of things: a day as known at a moment has what
-- counted then. `paid_by`: by which the money came, as the function of that name says.
create table voided_sales (
  id bigint generated always as identity primary key,
  is_refund boolean not null,
  at timestamptz not null,
  day date not null,
  cinema_id text,
  paid_by text not null,
  payment_reference text,
  kind text not null,
  kobo bigint not null,
  recorded_at timestamptz,
  voided_at timestamptz not null
);
create index voided_sales_of_day on voided_sales (day);
create index voided_sales_paid on voided_sales (payment_reference) where payment_reference is not null;

-- Analytics ------------------------------------------------------------------------------------------------------------

-- Figures are kept, not counted: each statement that tells of trade adds what it changes, in its own transaction.
-- `npm run rollups:check` counts them anew from the rows of the trade.
-- By cinema: kinds are purchase (paid purchases and their money), ticket, concession and subscription (quantities and
-- their money, refunds taken off on their day), refund (refunds and their money), once (purchases by people without a
-- subscription), and of subscribers' lines of concessions concession-subscriber (all of them) and concession-discount
-- (those with a discount, and the money of the discounts).
create table cinema_sales_days (
  day date not null,
  cinema_id text not null,
  channel text not null,
  kind text not null,
  count bigint not null,
  kobo bigint not null,
  -- The figures of a cinema are read from its own part of the index.
  primary key (cinema_id, day, channel, kind)
);
-- A table of purchases finds the day on which a page begins.
create index cinema_sales_days_once on cinema_sales_days (cinema_id, day) where kind = 'once';

-- The same without the cinema: what a dashboard reads.
create table sales_days (
  day date not null,
  channel text not null,
  kind text not null,
  count bigint not null,
  kobo bigint not null,
  primary key (day, channel, kind)
);

-- Tickets by the day of their show.
create table show_days (
  day date primary key,
  sold bigint not null default 0,
  redeemed bigint not null default 0
);

-- Tickets by the day they were torn.
create table redemption_days (
  day date primary key,
  tickets bigint not null default 0,
  subscription_tickets bigint not null default 0
);

create table visit_days (
  day date not null,
  channel text not null,
  count bigint not null,
  primary key (day, channel)
);

create table signup_days (
  day date not null,
  channel text not null,
  count bigint not null,
  -- Of those, of customers who are not listed: how many are listed is read from here.
  unlisted bigint not null default 0,
  primary key (day, channel)
);

-- In force at the end of a day: all that started until then less all that ended.
create table subscription_days (
  day date primary key,
  started bigint not null default 0,
  started_kobo bigint not null default 0,
  -- Those that did not go on from another without a gap.
  new_tickets bigint not null default 0,
  started_tickets bigint not null default 0,
  ended bigint not null default 0,
  ended_kobo bigint not null default 0,
  ended_tickets bigint not null default 0,
  -- Purchases of a subscription for the first time or again after a gap, as they were told.
  bought bigint not null default 0,
  unlisted_started bigint not null default 0,
  unlisted_ended bigint not null default 0
);

-- Which ends were followed by another subscription of the same customer, and when; infinity: by none.
create table subscription_ends (
  ended_on date not null,
  renewed_on date not null,
  count bigint not null,
  kobo bigint not null,
  primary key (ended_on, renewed_on)
);

create table buyer_counts (
  only_row boolean primary key default true check (only_row),
  buyers bigint not null,
  repeat_buyers bigint not null
);

insert into buyer_counts (buyers, repeat_buyers) values (0, 0);

-- The same by cinema: '' of what has none.
create table cinema_show_days (
  day date not null,
  cinema_id text not null,
  sold bigint not null default 0,
  redeemed bigint not null default 0,
  primary key (cinema_id, day)
);

create table cinema_redemption_days (
  day date not null,
  cinema_id text not null,
  tickets bigint not null default 0,
  subscription_tickets bigint not null default 0,
  primary key (cinema_id, day)
);

-- What was sold in all, by cinema.
create table cinema_sales (
  cinema_id text not null,
  channel text not null,
  kind text not null,
  count bigint not null,
  kobo bigint not null,
  primary key (cinema_id, channel, kind)
);

-- Movie stats ----------------------------------------------------------------------------------------------------------

-- Tickets that each movie sold on a day at a cinema and their money, refunds taken off on their day; '' where a line does
-- not say which. A refund does not name its movie: it is that of the purchase's tickets for the day of the show that was
-- given back, else of its first tickets.
create table movie_days (
  day date not null,
  cinema_id text not null,
  movie_id text not null,
  count bigint not null,
  kobo bigint not null,
  primary key (day, cinema_id, movie_id)
);
-- A film's weeks are read by the film.
create index movie_days_of_movie on movie_days (movie_id, day);

-- Tickets --------------------------------------------------------------------------------------------------------------

-- The ticket log: what it is sorted and filtered by, of every line of tickets that was ever bought. Whoever writes a line
-- need not know: it is kept by triggers, in their transaction.
create table ticket_log (
  purchase_id bigint not null,
  n smallint not null,
  at timestamptz not null,
  channel text not null,
  -- Empty where none was told.
  cinema_id text not null,
  customer_id bigint,
  movie_id text,
  show_day date,
  -- What was paid for it, and how much of that came back.
  kobo bigint not null,
  refund text not null default 'none' check (refund in ('none', 'part', 'full')),
  primary key (purchase_id, n)
) with (autovacuum_vacuum_scale_factor = 0.005, autovacuum_vacuum_insert_scale_factor = 0.005);
create index ticket_log_newest on ticket_log (at, purchase_id, n);
create index ticket_log_of_cinema on ticket_log (cinema_id, at, purchase_id, n);
create index ticket_log_of_customer on ticket_log (customer_id, at, purchase_id, n) where customer_id is not null;
create index ticket_log_of_movie on ticket_log (movie_id, at, purchase_id, n) where movie_id is not null;
-- What else is filtered by is looked at in the index alone.
create index ticket_log_of_amount on ticket_log (kobo, at, purchase_id, n) include (cinema_id, channel, show_day);
create index ticket_log_refunded on ticket_log (refund, at, purchase_id, n) include (cinema_id, channel, show_day, kobo)
  where refund <> 'none';

-- How many lines there are of a day of payment: by cinema and over all of them ('*'), by the day of their show ('-infinity'
-- where none was told) and over all of these ('infinity'). A count of years, and the day on which page 200,000 begins, are
-- read from some hundred rows.
create table ticket_log_days (
  cinema_id text not null,
  show_day date not null,
  day date not null,
  channel text not null,
  lines bigint not null,
  -- The days of one cinema, or of all, lie far apart in the table: they are added up in the index.
  primary key (cinema_id, show_day, day, channel) include (lines)
);
-- A repair counts one day of payment at a time.
create index ticket_log_days_of_day on ticket_log_days (day);

-- Payments -------------------------------------------------------------------------------------------------------------

-- What customers pay with a card that the payment provider keeps for them (decisions: Renewal).
-- A card's number is never here: the provider's token stands for it, and is good with the email it was made for.
create table payment_cards (
  customer_id bigint primary key references customers (id),
  provider text not null,
  token text not null,
  email text not null,
  brand text not null,
  first6 text not null check (first6 ~ '^\d{6}$'),
  last4 text not null check (last4 ~ '^\d{4}$'),
  expiry_month smallint not null check (expiry_month between 1 and 12),
  expiry_year smallint not null check (expiry_year between 2000 and 2100),
  stored_at timestamptz not null
);

-- One charge each. It is here before the provider is asked for it, so that none can be lost or asked for twice.
create table payment_intents (
  id bigint generated always as identity primary key,
  -- The provider knows the charge by it.
  reference text not null unique,
  provider text not null,
  customer_id bigint not null references customers (id),
  purpose text not null check (purpose in ('renewal')),
  -- What was sold: the plan as it was then.
  plan_id integer not null references plans (id),
  plan text not null,
  monthly_kobo bigint not null check (monthly_kobo >= 0),
  tickets integer not null,
  months smallint not null check (months > 0),
  kobo bigint not null check (kobo > 0),
  state text not null default 'initiated' check (state in ('initiated', 'needs_customer', 'succeeded', 'failed')),
  provider_id text,
  -- In words for staff.
  message text not null default '',
  -- Where the customer confirms it.
  confirm_url text,
  created_at timestamptz not null,
  created_by text not null,
  -- The Idempotency-Key of the click.
  request_key text,
  settled_at timestamptz,
  -- When the provider is asked next what became of it, and how often it was.
  due_at timestamptz,
  attempts integer not null default 0,
  check ((settled_at is not null) = (state in ('succeeded', 'failed')))
);
create unique index payment_intents_open on payment_intents (customer_id) where state in ('initiated', 'needs_customer');
create unique index payment_intents_of_request on payment_intents (customer_id, request_key) where request_key is not null;
create index payment_intents_of_customer on payment_intents (customer_id, id desc);
create index payment_intents_due on payment_intents (due_at) where state in ('initiated', 'needs_customer');

-- What became of charges, those of the shop and the app too. A delivery that is repeated finds its line here.
create table payment_events (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  provider text not null,
  -- The booking's or the charge's.
  reference text not null,
  intent_id bigint references payment_intents (id),
  -- Of a guest there is the email alone.
  customer_id bigint references customers (id),
  email text not null default '',
  kobo bigint not null,
  -- The provider can have charged another currency than naira (ISO 4217). Then kobo are hundredths of that, and are not
  -- added to naira.
  currency text not null default 'NGN',
  purchase_type text not null,
  status text not null check (status in ('needs_customer', 'succeeded', 'failed', 'refunded')),
  provider_id text,
  message text not null default '',
  unique (provider, reference, status)
);
create index payment_events_newest on payment_events (at desc, id desc);
create index payment_events_of_customer on payment_events (customer_id) where customer_id is not null;
create index payment_events_of_reference on payment_events (reference);
create index payment_events_refunded on payment_events (reference) where status = 'refunded';
-- What a person tried to pay: found when the person is erased.
create index payment_events_of_email on payment_events (lower(email)) where email <> '';

-- What the embedded payments were asked for: they keep it themselves, as a real provider does.
create table payments_embedded (
  id bigint generated always as identity (start with 1000001) primary key,
  reference text not null unique,
  token text not null,
  email text not null,
  kobo bigint not null,
  at timestamptz not null,
  refunded_kobo bigint not null default 0 check (refunded_kobo between 0 and kobo)
);
create index payments_embedded_at on payments_embedded (at, id);

-- What the embedded payments paid back.
create table payments_embedded_refunds (
  id bigint generated always as identity primary key,
  charge_id bigint not null references payments_embedded (id),
  reference text unique,
  kobo bigint not null check (kobo > 0),
  at timestamptz not null
);

-- What the payment provider reported, as it came, and what became of it. Its header was right; anything else is not kept.
create table payment_webhooks (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  provider text not null,
  -- JSON as text: a body may have characters that jsonb refuses.
  body text not null,
  outcome text not null default 'Received'
);
create index payment_webhooks_at on payment_webhooks (at);

-- Payment log ----------------------------------------------------------------------------------------------------------

-- The payment log, refunds and reconciliation (operations 2, 3, 7: Logs).
-- What was paid, or tried to be, under one reference, whoever told of it: the provider (payment_events), the shop by its
-- purchases, or both. Kept by triggers of the two alone. Refunds lock this row to stay within what was paid.
create table payments (
  id bigint generated always as identity primary key,
  reference text not null unique,
  -- When it was first told of.
  at timestamptz not null,
  customer_id bigint references customers (id),
  -- The customer is listed; follows them.
  is_customer boolean not null,
  name text not null default '',
  email text not null default '',
  -- Null: a program told of it, the provider was not asked yet. 'counter': taken by staff, the provider has nothing of it.
  provider text,
  provider_id text,
  -- What the provider says that it charged; what the purchases add up to.
  charged_kobo bigint check (charged_kobo >= 0),
  sold_kobo bigint not null default 0 check (sold_kobo >= 0),
  kobo bigint not null generated always as (coalesce(charged_kobo, sold_kobo)) stored,
  currency text not null default 'NGN',
  -- The log's word for it; what its purchases hold says more.
  purchase_type text not null default '',
  status text not null check (status in ('needs_customer', 'succeeded', 'failed')),
  -- Refunds of ours that did not fail, those under way too.
  refunding_kobo bigint not null default 0 check (refunding_kobo >= 0),
  -- The programs' ids of what was bought with it.
  bookings text not null default '',
  -- Where all that was bought with it was bought; null where that was at several cinemas, or at none.
  cinema_id text,
  -- How it was paid: the one method that its purchases and cube payments say, `several`, or null where none says it.
  method text,
  -- What customers' banks took back of it: that cannot be refunded besides.
  charged_back_kobo bigint not null default 0 check (charged_back_kobo >= 0),
  -- What its sender calls a payment that has another reference here; empty where it says nothing.
  sent_reference text,
  search_text text not null generated always as
    (fold(coalesce(sent_reference, reference) || ' ' || email || ' ' || name || ' ' || bookings)) stored
) with (autovacuum_vacuum_scale_factor = 0.005, autovacuum_vacuum_insert_scale_factor = 0.005);
create index payments_newest on payments (at desc, id desc);
create index payments_of_customers on payments (at desc, id desc) where is_customer;
create index payments_of_guests on payments (at desc, id desc) where not is_customer;
create index payments_of_customer on payments (customer_id) where customer_id is not null;
create index payments_search on payments using gin (search_text gin_trgm_ops);
create index payments_of_cinema on payments (cinema_id, at desc, id desc) include (is_customer)
  where cinema_id is not null;
create index payments_unpaid on payments (at desc, id desc) where status <> 'succeeded';
create index payments_refunding on payments (id) where refunding_kobo > 0;
create index payments_by_method on payments (method, at desc, id desc) include (is_customer, kobo);
-- What payments amount to, and whether they succeeded, by their ids alone: of those of which something was refunded.
create unique index payments_amounts on payments (id) include (at, kobo, sold_kobo, currency, status);
-- The payment log is sorted by amount, and filtered by how was paid.
create index payments_sorted on payments (kobo, at, id) include (is_customer);
create index payments_charged_back on payments (id) where charged_back_kobo > 0;

-- How many there are, by the day (of UTC: nobody is shown it) and by whether they are customers'.
create table payment_days (
  day date not null,
  is_customer boolean not null,
  count bigint not null,
  primary key (day, is_customer)
);

-- One giving back each. It is here before the provider is asked for it, so that none can be lost or asked for twice.
create table payment_refunds (
  id bigint generated always as identity primary key,
  -- The provider is told it with the refund, and finds the refund by it.
  reference text not null unique,
  payment_id bigint not null references payments (id),
  kind text not null check (kind in ('full', 'lines', 'amount')),
  kobo bigint not null check (kobo > 0),
  reason text not null,
  state text not null default 'requested' check (state in ('requested', 'succeeded', 'failed')),
  provider text not null,
  -- The provider's id of the charge, and of the refund where it told.
  charge_id text not null,
  provider_id text,
  -- In words for staff.
  message text not null default '',
  created_at timestamptz not null,
  created_by text not null,
  -- The Idempotency-Key of the click.
  request_key text,
  settled_at timestamptz,
  -- When the figures followed: they cannot before the purchase is told.
  booked_at timestamptz,
  -- When the provider is asked next what became of it, and how often it was.
  due_at timestamptz,
  attempts integer not null default 0,
  check ((settled_at is not null) = (state in ('succeeded', 'failed'))),
  check (booked_at is null or state = 'succeeded')
);
create unique index payment_refunds_of_request on payment_refunds (payment_id, request_key) where request_key is not null;
create index payment_refunds_of_payment on payment_refunds (payment_id, id);
create index payment_refunds_due on payment_refunds (due_at) where state = 'requested';
create index payment_refunds_to_book on payment_refunds (id) where state = 'succeeded' and booked_at is null;
create index payment_refunds_booked on payment_refunds (settled_at) where state = 'succeeded';

-- What of what was bought is given back. Money alone has no quantity.
create table payment_refund_lines (
  refund_id bigint not null references payment_refunds (id),
  purchase_id bigint not null,
  n smallint not null,
  quantity integer not null check (quantity >= 0),
  kobo bigint not null check (kobo >= 0),
  primary key (refund_id, purchase_id, n),
  foreign key (purchase_id, n) references purchase_lines (purchase_id, n)
);
create index payment_refund_lines_of_line on payment_refund_lines (purchase_id, n);

-- The refunds of the trade by which the figures follow ours. reported_*: how a program told of the same one,
-- which then does not count again.
create table refund_postings (
  payment_refund_id bigint not null references payment_refunds (id),
  -- What a program reported of a refund while it was under way belongs to it from then on, and not when it succeeds. A report
  -- that is taken back leaves a refund that is under way alone.
  refund_id bigint primary key references refunds (id) on delete cascade,
  reported_source text,
  reported_id text,
  unique (reported_source, reported_id),
  check ((reported_source is null) = (reported_id is null))
);
create index refund_postings_of_refund on refund_postings (payment_refund_id);

-- Our payments of a day beside the provider's, as last compared.
create table reconciliations (
  day date not null,
  provider text not null,
  state text not null check (state in ('running', 'done', 'failed')),
  -- Why it failed, in words for staff.
  reason text not null default '',
  started_at timestamptz not null,
  started_by text not null,
  finished_at timestamptz,
  ledger_count integer not null default 0,
  ledger_kobo bigint not null default 0,
  provider_count integer not null default 0,
  provider_kobo bigint not null default 0,
  -- What the sums in naira leave out, hundredths by currency.
  ledger_others jsonb not null default '{}',
  provider_others jsonb not null default '{}',
  -- How often the day was compared.
  run integer not null default 1,
  primary key (day, provider)
);

-- Runs again keep what staff noted. cleared_at: the last run did not find it any more.
create table reconciliation_mismatches (
  id bigint generated always as identity primary key,
  day date not null,
  provider text not null,
  kind text not null check (kind in ('missing here', 'missing there', 'amount', 'state')),
  reference text not null,
  payment_id bigint references payments (id),
  provider_id text,
  ledger_kobo bigint,
  ledger_state text,
  ledger_currency text,
  provider_kobo bigint,
  provider_state text,
  provider_currency text,
  found_at timestamptz not null,
  cleared_at timestamptz,
  resolved_at timestamptz,
  resolved_by text,
  note text not null default '',
  version integer not null default 1,
  -- A charge can differ, and so can what became of its money.
  about text not null default 'charge' check (about in ('charge', 'refund', 'fee', 'chargeback', 'payout')),
  -- Who looks into it.
  owner_id integer references admins (id) on delete set null,
  -- Cards of other countries cost another fee. Of a fee that differs: whether it is of such a card, null where the provider does not
  -- say, and what is expected then besides.
  is_foreign_card boolean,
  ledger_foreign_kobo bigint,
  unique (day, provider, reference),
  foreign key (day, provider) references reconciliations (day, provider)
);
create index reconciliation_mismatches_open on reconciliation_mismatches (day) where resolved_at is null and cleared_at is null;
create index reconciliation_mismatches_of_payment on reconciliation_mismatches (payment_id) where payment_id is not null;
create index reconciliation_mismatches_owned on reconciliation_mismatches (owner_id) where owner_id is not null;

-- How many there are at a cinema, as payment_days has them of the whole chain.
create table payment_cinema_days (
  cinema_id text not null,
  day date not null,
  is_customer boolean not null,
  count bigint not null,
  primary key (cinema_id, day, is_customer)
);
create index payment_cinema_days_of_day on payment_cinema_days (day);

-- What the payment provider did with money, as it told of it when its lists were read: charges, what it paid back, its fees, what
-- banks took back and what it paid out. A row adds to what was known before, so that what was known at any moment is a sum.
create table provider_transactions (
  id bigint generated always as identity primary key,
  provider text not null,
  kind text not null check (kind in ('charge', 'refund', 'fee', 'chargeback', 'payout')),
  provider_id text not null,
  reference text not null default '',
  day date not null,
  at timestamptz not null,
  kobo bigint not null,
  recorded_at timestamptz not null default clock_timestamp(),
  -- Which comparison of the day told of it: each tells of it once.
  run integer
);
create index provider_transactions_of_day on provider_transactions (provider, day);
create index provider_transactions_of_charge on provider_transactions (provider, reference) where reference <> '';
create unique index provider_transactions_once on provider_transactions (provider, day, kind, provider_id, run)
  where run is not null;

-- What was found out about it on the way.
create table mismatch_comments (
  id bigint generated always as identity primary key,
  mismatch_id bigint not null references reconciliation_mismatches (id) on delete cascade,
  at timestamptz not null,
  author text not null,
  comment text not null
);
create index mismatch_comments_of on mismatch_comments (mismatch_id, id);

-- Refunds that a program alone reported, with the payment that they are of, where and how that was paid: lists of refunds and
-- of what was refunded need not look for these among all purchases. Triggers keep them.
create table external_refunds (
  refund_id bigint primary key references refunds (id) on delete cascade,
  payment_id bigint references payments (id) on delete cascade,
  kobo bigint not null,
  cinema_id text,
  method text
);
create index external_refunds_of_payment on external_refunds (payment_id) where payment_id is not null;

-- Points ---------------------------------------------------------------------------------------------------------------

-- What was done stands in the ledger, line by line; what it amounts to stands with the member. Everybody who is
-- listed is a Fan with nothing, without a row. Rows are those of listed customers alone: one that is merged or erased has
-- its account closed in the same transaction.
create table loyalty_members (
  customer_id bigint primary key references customers (id),
  -- Fan, Buff, Fanatic.
  tier smallint not null default 0 check (tier between 0 and 2),
  -- All that was ever awarded, and what is left of it to redeem.
  lifetime bigint not null default 0 check (lifetime >= 0),
  available bigint not null default 0 check (available >= 0),
  -- Counts changes of the tier: points are added to and taken from whatever there is.
  version integer not null default 1
);
create index loyalty_members_lifetime on loyalty_members (lifetime, customer_id) include (tier);
create index loyalty_members_available on loyalty_members (available, customer_id) include (tier);
create index loyalty_members_tier on loyalty_members (tier, customer_id) where tier > 0;
create index loyalty_members_sums on loyalty_members (customer_id) include (lifetime, available, tier);

create table points_ledger (
  id bigint generated always as identity primary key,
  customer_id bigint not null references customers (id),
  kind text not null check (kind in ('award', 'redemption', 'reversal', 'tier', 'merge', 'erasure')),
  -- What the line changes: the available points, the lifetime points, the tier.
  points bigint not null default 0,
  lifetime bigint not null default 0,
  from_tier smallint check (from_tier between 0 and 2),
  to_tier smallint check (to_tier between 0 and 2),
  reason text not null,
  actor_id integer,
  actor text not null,
  at timestamptz not null,
  -- The line that a reversal takes back; each is taken back at most once.
  reverses bigint unique references points_ledger (id),
  check ((from_tier is null) = (to_tier is null)),
  check ((kind = 'reversal') = (reverses is not null)),
  check (kind <> 'award' or (points > 0 and lifetime = points)),
  check (kind <> 'redemption' or (points < 0 and lifetime = 0)),
  check (kind <> 'tier' or (to_tier is not null and points = 0 and lifetime = 0))
);
create index points_ledger_of_customer on points_ledger (customer_id, id);
-- What somebody awarded or took back lately, and what was redeemed of a customer.
create index points_ledger_of_actor on points_ledger (actor_id, at) where actor_id is not null;

-- Privacy --------------------------------------------------------------------------------------------------------------

-- A person's data: erased on request, and two records of one person made one.
-- That somebody was erased, when and by whom, what was kept and why. Nothing of the person.
-- An erasure takes the person out of what is found by their id or address at once; a job then looks through what was written
-- freely, table by table.
create table erasures (
  id bigint generated always as identity primary key,
  customer_id bigint unique references customers (id),
  -- A guest has no id: a hash of the address says whose erasure it was.
  guest text,
  at timestamptz not null,
  actor_id integer,
  actor text not null,
  -- [{what, count, reason}]
  retained jsonb not null,
  -- Why, in words of staff.
  reason text not null default '',
  -- By what the person is found in texts; gone when the job is done.
  search_terms jsonb,
  -- The tables that are left, the one at work first; of it, the key of the last row that was looked at.
  remaining_tables text[] not null default '{}',
  last_key text[],
  table_count integer not null default 0,
  -- Since when it does not get on.
  failed_at timestamptz,
  check (num_nonnulls(customer_id, guest) = 1),
  check ((search_terms is null) = (cardinality(remaining_tables) = 0))
);
create index erasures_running on erasures (id) where search_terms is not null;
create index erasures_of_guest on erasures (guest, id desc) where guest is not null;

-- Pairs that look like one person and are two.
create table duplicate_dismissals (
  low_id bigint not null references customers (id),
  high_id bigint not null references customers (id),
  at timestamptz not null,
  actor text not null,
  primary key (low_id, high_id),
  check (low_id < high_id)
);

-- What a merge of two customers moved, for as long as it can be undone.
create table customer_merges (
  merged_id bigint primary key references customers (id),
  survivor_id bigint not null references customers (id),
  at timestamptz not null,
  actor text not null,
  changes jsonb not null
);
create index customer_merges_of_survivor on customer_merges (survivor_id, at);
create index customer_merges_at on customer_merges (at);

-- Concessions ----------------------------------------------------------------------------------------------------------

-- What is sold at the counters. rosetta_id is the point of sale's and the chain's: a product has the same one at every
-- cinema. Names and kinds follow the point of sale, in the words of one of the cinemas that tell of it; the picture is ours.
create table products (
  id integer generated always as identity primary key,
  rosetta_id text not null unique,
  name text not null,
  category text not null default '',
  kind text not null check (kind in ('edible', 'merchandise')),
  type text not null default '',
  flavour text not null default '',
  size text not null default '',
  -- The head office's own key.
  hopk text,
  source_cinema_id text not null references cinemas (id),
  image text not null default '',
  created_at timestamptz not null,
  -- Of merchandise: how far what was sold before it was known has been looked through, and since when all of it is.
  counted_to bigint not null default 0,
  counted_at timestamptz,
  version integer not null default 1
);
create index products_of_kind on products (kind, name collate "und-x-icu", id);
create index products_merchandise on products (lower(name), rosetta_id) where kind = 'merchandise';

-- A product at one cinema. pos_kobo follows the point of sale; override_kobo, what staff set instead, and is_active do not.
-- listed_since: since when its answers have had the product; null when the last good one did not.
create table cinema_products (
  id integer generated always as identity primary key,
  cinema_id text not null references cinemas (id),
  product_id integer not null references products (id),
  pos_kobo bigint not null check (pos_kobo >= 0),
  override_kobo bigint check (override_kobo >= 0),
  is_active boolean not null default true,
  listed_since timestamptz,
  version integer not null default 1,
  -- Since when staff's own price holds, or none of theirs.
  override_since timestamptz,
  unique (cinema_id, product_id)
);
create index cinema_products_of_product on cinema_products (product_id);

-- When a cinema's products were last asked for and last taken, and since when and why they could not be.
create table product_syncs (
  cinema_id text primary key references cinemas (id),
  attempted_at timestamptz not null,
  synced_at timestamptz,
  failing_since timestamptz,
  reason text
);

-- A product of a cinema that is sold as several others total.
create table combo_deals (
  id integer generated always as identity primary key,
  cinema_product_id integer not null references cinema_products (id),
  created_at timestamptz not null,
  deleted_at timestamptz,
  version integer not null default 1
);
create unique index combo_deals_standing on combo_deals (cinema_product_id) where deleted_at is null;

create table combo_items (
  combo_id integer not null references combo_deals (id),
  cinema_product_id integer not null references cinema_products (id),
  place smallint not null,
  primary key (combo_id, cinema_product_id)
);

-- Prices of products at cinemas that hold from a day on, of one without an end for good; before_kobo is what each was at its
-- start, as known when it was planned. One that is taken back counts no longer from that instant.
create table price_changes (
  id integer generated always as identity primary key,
  name text not null,
  starts_at timestamptz not null,
  ends_at timestamptz,
  how text not null check (how in ('amount', 'percent', 'price')),
  value bigint not null,
  step_kobo bigint not null check (step_kobo > 0),
  price_count integer not null,
  created_at timestamptz not null,
  created_by text not null,
  cancelled_at timestamptz,
  cancelled_by text,
  check (ends_at > starts_at),
  check ((cancelled_at is null) = (cancelled_by is null))
);
create index price_changes_newest on price_changes (starts_at desc, id desc);

create table price_change_prices (
  change_id integer not null references price_changes (id),
  cinema_product_id integer not null references cinema_products (id),
  before_kobo bigint not null check (before_kobo >= 0),
  kobo bigint not null check (kobo > 0),
  primary key (cinema_product_id, change_id)
);
create index price_change_prices_of_change on price_change_prices (change_id);

-- What a product costs the chain from a day on, until the next one of it begins.
create table product_costs (
  product_id integer not null references products (id),
  from_day date not null,
  kobo bigint not null check (kobo >= 0),
  set_at timestamptz not null,
  set_by text not null,
  primary key (product_id, from_day)
);

-- Merchandise ----------------------------------------------------------------------------------------------------------

-- The lines by which merchandise was bought, so that its history and count need no search through all that was sold.
create table merchandise_sales (
  product_id integer not null references products (id),
  purchase_id bigint not null,
  n smallint not null,
  at timestamptz not null,
  quantity integer not null,
  kobo bigint not null,
  primary key (purchase_id, n, product_id),
  foreign key (purchase_id, n) references purchase_lines (purchase_id, n)
);
create index merchandise_sales_at on merchandise_sales (product_id, at desc, purchase_id desc, n) include (quantity, kobo);

-- Lines by which each merchandise was bought on a day, and pieces; refunds are not taken off. What was sold of it ever, and
-- the day on which a page of its history begins, are read from some hundred rows.
create table merchandise_days (
  product_id integer not null,
  day date not null,
  lines bigint not null,
  quantity bigint not null,
  primary key (product_id, day)
);

-- How much of a piece of merchandise was sold at a cinema, as merchandise_days has it of the whole chain.
create table merchandise_cinema_days (
  product_id integer not null,
  cinema_id text not null,
  day date not null,
  lines bigint not null,
  quantity bigint not null,
  primary key (product_id, cinema_id, day)
);
create index merchandise_cinema_days_of_day on merchandise_cinema_days (day);

-- Categories and events ------------------------------------------------------------------------------------------------

-- What events are sorted by. One that was deleted stays: events go on naming it.
create table categories (
  id integer generated always as identity primary key,
  name text not null,
  created_at timestamptz not null,
  deleted_at timestamptz,
  version integer not null default 1
);
create unique index categories_name on categories (lower(name)) where deleted_at is null;

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
  search_text text not null generated always as (fold(name || ' ' || category)) stored,
  unique (id, cinema_id)
);
create index events_listed on events (starts_at desc, id desc) where deleted_at is null;
create index events_of_cinema on events (cinema_id, starts_at desc, id desc) where deleted_at is null;
create index events_search on events using gin (search_text gin_trgm_ops) where deleted_at is null;

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

-- Promotions -----------------------------------------------------------------------------------------------------------

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
  -- It has a place in the body of the landing page for as long as it is shown: from its start to its end. At no moment do
  -- more than three have one. One that is switched off has none; one that is deleted keeps it in mind, to be taken up again.
  on_landing boolean not null default false,
  -- From when and until when it is shown, where that is said.
  starts_at timestamptz,
  ends_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null,
  deleted_at timestamptz,
  search_text text not null generated always as (fold(title || ' ' || description)) stored,
  -- The order in which hero banners, and the promotions of the landing page, are shown: less comes first, equal ones newest
  -- first. A new one comes before all others.
  rank integer not null default 0,
  -- The buttons of promotions and hero banners lead through a link of ours with a code of their own, which the shop hands on
  -- with what is bought. A code begins with a D, as no code does that is made up elsewhere (src/contract/code.ts).
  code text not null default 'D' || upper(substr(replace(gen_random_uuid()::text, '-', ''), 1, 11)),
  constraint promotions_landing_body check (position = 'body' or not on_landing),
  constraint promotions_landing_active check (is_active or not on_landing),
  constraint promotions_check1 check (not is_movie or movie_id is not null),
  constraint promotions_check2 check (ends_at > starts_at)
);
create index promotions_listed on promotions (position, id desc) where deleted_at is null;
create index promotions_live on promotions (position, id desc) where is_active and deleted_at is null;
create index promotions_search on promotions using gin (search_text gin_trgm_ops);
-- What the calendar reads of promotions: those that begin on a day, or end on it where they have no start, and those that
-- run on when the days begin.
create index promotions_by_day on promotions ((coalesce(starts_at, ends_at)), id)
  where position = 'body' and deleted_at is null;
create index promotions_running_on on promotions (ends_at, id)
  where position = 'body' and deleted_at is null and starts_at is not null;
create index promotions_on_landing on promotions (starts_at) where on_landing and deleted_at is null;
create unique index promotions_code on promotions (upper(code));

-- Beside the promotions, which are edited.
create table promotion_clicks (
  promotion_id integer primary key references promotions (id),
  clicks bigint not null
) with (fillfactor = 50);

-- Referral links -------------------------------------------------------------------------------------------------------

-- Links by which people of the movies' casts send customers to the shop. A code is never given twice, also after its link
-- was deleted: purchases carry it.
create table referral_links (
  id integer generated always as identity primary key,
  name text not null,
  movie_id text not null references movies (id),
  code text not null,
  -- Of a shortener; null for this server's own, which follows its address.
  short_link text,
  long_link text not null,
  created_at timestamptz not null,
  created_by text not null,
  deleted_at timestamptz,
  version integer not null default 1,
  search_text text not null generated always as (fold(name || ' ' || code || ' ' || coalesce(short_link, ''))) stored
);
create unique index referral_links_code on referral_links (upper(code));
create index referral_links_newest on referral_links (created_at desc, id desc) where deleted_at is null;
create index referral_links_by_name on referral_links (name collate "und-x-icu", id) where deleted_at is null;
create index referral_links_search on referral_links using gin (search_text gin_trgm_ops) where deleted_at is null;
-- A search for a movie finds its links, beside those that have the word themselves (referral_links_words).
create index referral_links_of_movie on referral_links (movie_id) where deleted_at is null;

-- Beside the links: a click neither waits for somebody who edits one, nor makes their save stale.
create table referral_clicks (
  link_id integer primary key references referral_links (id),
  clicks bigint not null
) with (fillfactor = 50);

-- What was bought with each code, refunds taken off, whether there is a link with it or not yet. Kept by the statements
-- that tell of trade, in their transactions.
create table referral_sums (
  code text primary key,
  tickets bigint not null default 0,
  kobo bigint not null default 0,
  -- How many purchases carry the code.
  purchases bigint not null default 0
);

-- Browsers that opened a link of ours, each once a day, as keyed hashes of which nobody is known; they go after a day.
create table link_visitors (
  visitor bytea primary key,
  at timestamptz not null
);
create index link_visitors_at on link_visitors (at);

-- Vouchers -------------------------------------------------------------------------------------------------------------

-- Vouchers for a subscription that companies buy for their people, a group at a time.
create table voucher_groups (
  id integer generated always as identity primary key,
  company_name text not null,
  quantity integer not null check (quantity > 0),
  approved_by text not null,
  comment text not null default '',
  -- What a voucher is worth, as it was when it was paid for.
  plan_id integer not null references plans (id),
  plan text not null,
  kobo bigint not null,
  tickets integer not null,
  -- The last day on which its vouchers are good; null: for ever.
  expires_on date,
  generated_by_id integer references admins (id),
  generated_by text not null,
  created_at timestamptz not null,
  -- Codes that are there: fewer than the quantity while they are being made.
  made integer not null default 0 check (made <= quantity),
  search_text text not null generated always as (fold(company_name || ' ' || approved_by || ' ' || comment)) stored
);
create index voucher_groups_newest on voucher_groups (created_at desc, id desc);
create index voucher_groups_by_company on voucher_groups (company_name collate "und-x-icu", id);
create index voucher_groups_by_quantity on voucher_groups (quantity, id);
create index voucher_groups_search on voucher_groups using gin (search_text gin_trgm_ops);
create index voucher_groups_unmade on voucher_groups (id) where made < quantity;

-- A code stands here sealed, and as a keyed hash by which it is found. The key is not in the database.
create table vouchers (
  id bigint generated always as identity primary key,
  group_id integer not null references voucher_groups (id),
  lookup bytea not null unique,
  sealed bytea not null,
  -- The last four letters, to tell codes apart.
  last4 text not null,
  recipient text not null default '',
  expires_on date,
  -- One that has expired is an unused one whose last day is over.
  state text not null default 'unused' check (state in ('unused', 'redeemed', 'void')),
  redeemed_at timestamptz,
  -- The program that redeemed it, and its own word for the redemption.
  redeemed_source text,
  redeemed_by text,
  reference text,
  customer_id bigint references customers (id),
  voided_at timestamptz,
  replaced_by bigint references vouchers (id),
  version integer not null default 1,
  check ((state = 'redeemed') = (redeemed_at is not null)),
  check ((state = 'void') = (voided_at is not null))
);
create index vouchers_of_group on vouchers (group_id, id);
create index vouchers_unused on vouchers (group_id, expires_on) where state = 'unused';
create index vouchers_settled on vouchers (group_id, state) where state <> 'unused';
create index vouchers_of_customer on vouchers (customer_id) where customer_id is not null;
create index vouchers_of_recipient on vouchers (lower(recipient)) where state = 'unused' and recipient <> '';

-- Notifications --------------------------------------------------------------------------------------------------------

-- Conditions over customers under a name, which notifications are sent to.
create table audiences (
  id integer generated always as identity primary key,
  name text not null,
  conditions jsonb not null,
  created_at timestamptz not null,
  created_by text not null,
  deleted_at timestamptz,
  version integer not null default 1
);
create unique index audiences_name on audiences (lower(name)) where deleted_at is null;

-- Push notifications: the devices that the apps tell of, what staff send to them, and what became of it on each.
create table push_devices (
  id bigint generated always as identity primary key,
  source text not null,
  external_id text not null,
  -- Null while nobody is signed in on it.
  customer_id bigint references customers (id),
  platform text not null check (platform in ('android', 'ios', 'web')),
  token text not null,
  -- Of two tellings of one device, and of one token, the later stands.
  reported_at timestamptz not null,
  -- It takes no more pushes: the app told so, its token came up on another device, or the push service knows it no more.
  removed_at timestamptz,
  removal_reason text check (removal_reason in ('reported', 'moved', 'unregistered', 'erased')),
  unique (source, external_id),
  check ((removed_at is null) = (removal_reason is null))
);
create unique index push_devices_token on push_devices (token) where removed_at is null;
create index push_devices_of_customer on push_devices (customer_id) where removed_at is null;
-- Devices that are gone are found by when.
create index push_devices_removed on push_devices (removed_at) where removed_at is not null;

create table push_notifications (
  id integer generated always as identity primary key,
  -- Its link and the purchases that follow from it carry the code.
  code text not null,
  title text not null,
  body text not null,
  link text not null default '',
  image text not null default '',
  -- What it is for; customers do not see it.
  name text not null default '',
  audience text not null
    check (audience in ('TEST-USER', 'ALL-USERS', 'SUBSCRIBED-USERS', 'UNSUBSCRIBED-USERS', 'SAVED-AUDIENCE')),
  email text not null default '',
  is_scheduled boolean not null,
  send_at timestamptz not null,
  created_at timestamptz not null,
  created_by text not null,
  state text not null check (state in ('scheduled', 'sending', 'sent', 'stopped', 'cancelled', 'missed')),
  claimed_at timestamptz,
  -- The audience's devices are listed in the order of their ids: up to here, and whether that is all.
  listed_to bigint not null default 0,
  is_listed boolean not null default false,
  -- When a server last worked on it, and before when none should, as the push service asked.
  touched_at timestamptz,
  not_before timestamptz,
  devices integer not null default 0,
  accepted integer not null default 0,
  unregistered integer not null default 0,
  failed integer not null default 0,
  -- Devices of children without their guardian's consent.
  excluded integer not null default 0,
  finished_at timestamptz,
  version integer not null default 1,
  search_text text not null generated always as (fold(title || ' ' || body || ' ' || name || ' ' || code)) stored,
  -- A notification keeps the conditions that it was saved with: what changes in the audience since does not change it.
  audience_id integer references audiences (id),
  audience_name text not null default '',
  audience_description text not null default '',
  conditions jsonb,
  -- Percent of the people who do not get it, so that their purchases can be compared with the others'.
  control_percent smallint not null default 0 check (control_percent between 0 and 50),
  -- Devices of people who got as many as anybody may in a week, and of people who are held out.
  rate_limited integer not null default 0,
  control_group integer not null default 0,
  -- What both bought in the days after it, once these are over (src/features/marketing/notifications/lift-rules.ts).
  lift jsonb,
  constraint push_notifications_finished check ((state in ('sent', 'stopped')) = (finished_at is not null)),
  constraint push_notifications_check1 check (accepted + unregistered + failed <= devices),
  constraint push_notifications_conditions check ((audience = 'SAVED-AUDIENCE') = (conditions is not null))
);
create unique index push_notifications_code on push_notifications (upper(code));
create index push_notifications_newest on push_notifications (send_at desc, id desc);
create index push_notifications_search on push_notifications using gin (search_text gin_trgm_ops);
create index push_notifications_to_do on push_notifications (send_at) where state in ('scheduled', 'sending');
create index push_notifications_compared on push_notifications (claimed_at) where control_percent > 0 and lift is null;
-- What was sent in the last week, for the number that anybody gets.
create index push_notifications_begun on push_notifications (claimed_at) where claimed_at is not null;

-- One notification on one device. A device may be gone when its turn comes, or be forgotten later: nothing refers to it.
create table push_deliveries (
  -- Stands in the link, so that a device's clicks count once; nobody can guess it.
  id uuid primary key default gen_random_uuid(),
  notification_id integer not null references push_notifications (id),
  device_id bigint not null,
  -- Held: the device of somebody who does not get it.
  state text not null default 'open' check (state in ('open', 'accepted', 'unregistered', 'failed', 'control')),
  -- When it is tried; of one that a server tries just now: when another takes it over.
  due_at timestamptz,
  -- The try that may say what became of it.
  claim uuid,
  attempts smallint not null default 0,
  reason text,
  clicked_at timestamptz,
  unique (notification_id, device_id),
  check ((due_at is not null) = (state = 'open'))
);
create index push_deliveries_open on push_deliveries (notification_id, due_at) where state = 'open';

-- Beside the notifications, which are written while they are sent.
create table push_clicks (
  notification_id integer primary key references push_notifications (id),
  clicks integer not null
) with (fillfactor = 50);

-- Pushes that the embedded service kept instead of sending them: a device shows a message once, however often it arrives.
create table push_outbox (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  token text not null,
  message_id text not null,
  title text not null,
  body text not null,
  link text,
  image text,
  state text not null check (state in ('shown', 'throttled')),
  unique (token, message_id)
);

-- Cubes ----------------------------------------------------------------------------------------------------------------

-- Private screening rooms that guests book by the hour (operations 2, 3, 4: cube bookings).
create table cubes (
  id integer generated always as identity primary key,
  cinema_id text not null references cinemas (id),
  name text not null,
  -- The first and the last hour that can be booked, on the clock of the chain's zone.
  first_hour smallint not null default 9 check (first_hour between 0 and 23),
  last_hour smallint not null default 21 check (last_hour between 0 and 23),
  -- The price is base + guest × (guests − included), never under 0.
  base_kobo bigint not null default 5000 check (base_kobo >= 0),
  guest_kobo bigint not null default 2000 check (guest_kobo >= 0),
  guests_included smallint not null default 8 check (guests_included >= 0),
  created_at timestamptz not null,
  retired_at timestamptz,
  version integer not null default 1,
  -- Percent of the price that is kept of a booking that nobody came to.
  no_show_percent smallint not null default 100 check (no_show_percent between 0 and 100),
  check (first_hour <= last_hour)
);
create unique index cubes_by_name on cubes (cinema_id, lower(name)) where retired_at is null;

create table cube_bookings (
  id bigint generated always as identity primary key,
  -- The one that guests and programs know.
  booking_id uuid not null unique default gen_random_uuid(),
  cube_id integer not null references cubes (id),
  full_name text not null,
  email text not null,
  phone text not null,
  movie_id text not null references movies (id),
  guest_count integer not null check (guest_count >= 1),
  has_corkage boolean not null default false,
  status text not null default 'Booked' check (status in ('Booked', 'Pending Cancellation Approval',
    'Approved Cancellation', 'Pending Reschedule Approval', 'Approved Reschedule', 'Redeemed', 'Refunded')),
  -- What it was booked for, what was asked for since, and which of them is in force.
  date_time timestamptz not null,
  reschedule_date timestamptz,
  starts_at timestamptz not null,
  rescheduled_at timestamptz,
  -- The cube's numbers of the day it was booked: more guests are charged by them.
  base_kobo bigint not null check (base_kobo >= 0),
  guest_kobo bigint not null check (guest_kobo >= 0),
  guests_included smallint not null check (guests_included >= 0),
  -- What was paid, and the fee of a reschedule beside it.
  kobo bigint not null check (kobo >= 0),
  fee_kobo bigint not null default 0 check (fee_kobo between 0 and kobo),
  -- The movie before another hour was asked for, while that waits for its approval.
  previous_movie_id text references movies (id),
  redeemed_at timestamptz,
  created_at timestamptz not null,
  created_by text not null,
  version integer not null default 1,
  search_text text not null
    generated always as (fold(full_name || ' ' || email || ' ' || phone || ' ' || booking_id::text)) stored,
  -- The cube's when it was booked, and the same where the cancellation was requested after the hour.
  no_show_percent smallint not null default 100 check (no_show_percent between 0 and 100),
  withheld_percent smallint not null default 0 check (withheld_percent between 0 and 100),
  check (status not in ('Pending Reschedule Approval', 'Approved Reschedule') or reschedule_date is not null)
);
create index cube_bookings_newest on cube_bookings (status, id desc);
create index cube_bookings_of_cube on cube_bookings (cube_id, status, id desc);
create index cube_bookings_of_movie on cube_bookings (movie_id);
create index cube_bookings_by_email on cube_bookings (lower(email));
create index cube_bookings_search on cube_bookings using gin (search_text gin_trgm_ops);
create index cube_bookings_of_previous_movie on cube_bookings (previous_movie_id) where previous_movie_id is not null;

-- Which hours are taken: one row an hour, so that two live bookings can never share a cube and an hour. Kept by the
-- trigger alone, in the statement that changes the booking. While a reschedule waits for its approval both hours are held.
create table cube_slots (
  cube_id integer not null references cubes (id),
  starts_at timestamptz not null,
  booking_id bigint not null references cube_bookings (id),
  constraint cube_slots_once primary key (cube_id, starts_at)
);
create index cube_slots_of_booking on cube_slots (booking_id);

-- What was paid for a booking. Without a provider it was paid at the cinema, and is given back there.
create table cube_payments (
  id bigint generated always as identity primary key,
  booking_id bigint not null references cube_bookings (id),
  purpose text not null check (purpose in ('price', 'guests', 'fee')),
  kobo bigint not null check (kobo > 0),
  at timestamptz not null,
  provider text,
  reference text,
  provider_id text,
  -- What is given back is a refund of the payment log, the latest of this payment: `requested` until that is settled. What was
  -- paid at the cinema is done with the booking.
  refund_id bigint references payment_refunds (id),
  refund text check (refund in ('requested', 'done')),
  refund_kobo bigint not null default 0 check (refund_kobo between 0 and kobo),
  refund_at timestamptz,
  recorded_at timestamptz default clock_timestamp(),
  refund_recorded_at timestamptz,
  -- What staff take at the cinema for a cube has a method, and a reference by which the payment log has it.
  method text check (method in ('cash', 'card', 'transfer')),
  check ((refund is null) = (refund_at is null)),
  constraint cube_payments_named check (provider is null or reference is not null),
  constraint cube_payments_by_staff check (method is null or provider is null)
);
create index cube_payments_of_booking on cube_payments (booking_id);
create unique index cube_payments_by_reference on cube_payments (provider, reference);
create unique index cube_payments_by_refund on cube_payments (refund_id) where refund_id is not null;
create index cube_payments_by_time on cube_payments (at);
create index cube_payments_refunded on cube_payments (refund_at) where refund_at is not null;
create unique index cube_payments_at_counter on cube_payments (reference) where provider is null and reference is not null;
create index cube_payments_by_method on cube_payments (method) where method is not null;

-- What became of a booking, step by step, with the reason that staff gave.
create table cube_booking_steps (
  id bigint generated always as identity primary key,
  booking_id bigint not null references cube_bookings (id),
  at timestamptz not null,
  actor text not null,
  step text not null,
  reason text not null default ''
);
create index cube_booking_steps_of_booking on cube_booking_steps (booking_id, id);

-- Error log ------------------------------------------------------------------------------------------------------------

-- Errors of the web shop, the app, the server and the back office itself: each time one happens is a row of error_reports,
-- and equal ones are one error of the log.
create table errors (
  id bigint generated always as identity primary key,
  fingerprint text not null unique,
  origin text not null check (origin in ('server', 'web', 'app', 'back-office', 'other')),
  -- As it happened last.
  message text not null,
  component text not null,
  last_report_id bigint not null,
  state text not null default 'open' check (state in ('open', 'resolved', 'ignored')),
  -- Since when it is in its state, and by whom; nobody, when it happened again.
  state_at timestamptz,
  state_by text,
  count bigint not null check (count > 0),
  -- Of these, how many still have their words.
  stored_count bigint not null check (stored_count >= 0),
  customers bigint not null default 0 check (customers >= 0),
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  version integer not null default 1,
  search_text text not null generated always as (fold(message || ' ' || component)) stored
);
create index errors_by_time on errors (last_seen_at, id);
create index errors_by_count on errors (count, id);
create index errors_by_state on errors (state, last_seen_at, id);
create index errors_search on errors using gin (search_text gin_trgm_ops);
create index errors_by_first_seen on errors (first_seen_at);

create table error_releases (
  error_id bigint not null references errors (id),
  release text not null,
  count bigint not null,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  primary key (error_id, release)
);
create index error_releases_by_release on error_releases (release, error_id);

create table error_customers (
  error_id bigint not null references errors (id),
  customer_id bigint not null references customers (id),
  count bigint not null,
  last_seen_at timestamptz not null,
  -- In which releases an error happened to a customer: whom a release is to be explained to.
  releases text[] not null default '{}',
  primary key (error_id, customer_id)
);
create index error_customers_of_customer on error_customers (customer_id);

create table error_reports (
  id bigint generated always as identity primary key,
  source text not null,
  external_id text not null,
  at timestamptz not null,
  message text not null,
  stack text not null default '',
  page text not null default '',
  release text not null default '',
  channel text not null default 'not_specified' check (channel in ('web', 'mobile', 'not_specified')),
  customer_id bigint references customers (id),
  -- One that has none yet gets it from a job.
  fingerprint text,
  component text not null default '',
  -- Of the back office: who it happened to. Of the web shop and the app that is customer_id.
  admin_id integer,
  -- Only the newest of an error keep their words. What was told by its id stays known, so that telling it again counts nothing.
  is_pruned boolean not null default false,
  -- A source of ours has a colon, which no feed key's has.
  origin text not null generated always as (case
    when source = 'marquee:server' then 'server'
    when source = 'marquee:back-office' then 'back-office'
    when channel = 'web' then 'web'
    when channel = 'mobile' then 'app'
    else 'other' end) stored,
  unique (source, external_id)
);
create index error_reports_of_customer on error_reports (customer_id) where customer_id is not null;
create index error_reports_of_error on error_reports (fingerprint, at desc, id desc) where not is_pruned;
create index error_reports_not_grouped on error_reports (id) where fingerprint is null;

-- Approvals ------------------------------------------------------------------------------------------------------------

-- Which acts need a second person, and what waits for one.
create table approval_rules (
  action text primary key,
  -- Kobo of money, else a number; null where nobody need agree.
  threshold bigint check (threshold > 0),
  hours integer not null check (hours between 1 and 720),
  is_emailed boolean not null,
  version integer not null default 1
);

create table approval_requests (
  id bigint primary key generated always as identity,
  action text not null,
  call text not null,
  -- What it takes to do it, or to approve it.
  permission text[] not null,
  -- What was asked for: kept while it waits.
  input jsonb,
  size bigint not null,
  difference jsonb not null,
  fingerprint text not null,
  reason text not null,
  requester_id integer references admins (id),
  token_id integer references service_tokens (id),
  requester text not null,
  -- "admin 7", "token 7": whose requests are told apart.
  caller text not null,
  request_hash text not null,
  request_key text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  state text not null default 'pending' check (state in ('pending', 'approved', 'rejected', 'withdrawn', 'expired')),
  decided_at timestamptz,
  decided_by_id integer references admins (id),
  decided_by text,
  decision text not null default '',
  -- Of each record that it is about, the cinemas that this belongs to; null of what concerns the whole chain.
  cinemas jsonb,
  -- What it comes to together with what was done before.
  total bigint,
  -- Of a token whoever made it is the requester as well: people are told apart by their ids.
  check (requester_id is not null or token_id is not null),
  check ((state = 'pending') = (decided_at is null)),
  check (state = 'pending' or input is null)
);
-- The same asked for again while it waits is the same approval request, and so is a request that is sent again.
create unique index approval_requests_same on approval_requests (caller, request_hash) where state = 'pending';
create unique index approval_requests_key on approval_requests (caller, request_key);
create index approval_requests_pending on approval_requests (expires_at) where state = 'pending';
create index approval_requests_created on approval_requests (created_at desc, id desc);

-- What was done of an act without a second person, so that parts of it add up: of whom, and of which record.
create table limit_usage (
  id bigint generated always as identity primary key,
  action text not null,
  -- "admin 7": whoever did it, or made the token that did.
  person text not null,
  -- "payment 12", of each record that it changed.
  records text[] not null,
  -- Kobo of money, else a number.
  size bigint not null check (size > 0),
  at timestamptz not null
);
create index limit_usage_of_person on limit_usage (action, person, at);
create index limit_usage_of_records on limit_usage using gin (records);
create index limit_usage_at on limit_usage (at);

-- Alerts --------------------------------------------------------------------------------------------------------------

-- What people should know of: a row each time something is raised; of what lasts, one for as long as it does.
create table alerts (
  id bigint generated always as identity primary key,
  kind text not null,
  -- Equal ones have the same: they are counted.
  key text not null,
  title text not null,
  detail text not null default '',
  -- An address of the office that it leads to.
  path text not null,
  -- Only people who may do all of this get it and see it.
  permission text[] not null,
  -- Of each record that it is about, the cinemas that this belongs to; null of what concerns the whole chain.
  cinemas jsonb,
  -- Who caused it, and does not get it.
  except_id integer,
  -- Whom alone it is for.
  only_id integer references admins (id) on delete cascade,
  at timestamptz not null,
  lasts boolean not null default false,
  ended_at timestamptz,
  -- How it ended, where there is something to say.
  ended text not null default '',
  -- Nobody has to look any more.
  is_settled boolean not null default false,
  -- Null: people do not have it yet.
  delivered_at timestamptz
);
create index alerts_undelivered on alerts (id) where delivered_at is null;
create index alerts_open on alerts (kind, key) where ended_at is null;
create unique index alerts_lasting on alerts (kind, key) where lasts and ended_at is null;
create index alerts_by_age on alerts (at);

-- What one person got. Equal ones are one row until it is read.
create table alert_deliveries (
  id bigint generated always as identity primary key,
  admin_id integer not null references admins (id) on delete cascade,
  -- The last of those that are counted.
  alert_id bigint not null references alerts (id) on delete cascade,
  kind text not null,
  key text not null,
  count integer not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  in_office boolean not null,
  email text not null check (email in ('none', 'now', 'daily')),
  -- When an email about it was last asked for.
  emailed_at timestamptz,
  -- In which day's digest it is to stand, and in which it stood last.
  due_day date,
  daily_email_day date,
  read_at timestamptz
);
create unique index alert_deliveries_unread on alert_deliveries (admin_id, kind, key) where read_at is null;
create index alert_deliveries_newest on alert_deliveries (admin_id, last_at, id);
create index alert_deliveries_due on alert_deliveries (due_day) where due_day is not null;
create index alert_deliveries_emailed on alert_deliveries (admin_id, emailed_at) where emailed_at is not null;
create index alert_deliveries_of_alert on alert_deliveries (alert_id);

-- How somebody wants to get one kind, where they chose it.
create table alert_preferences (
  admin_id integer not null references admins (id) on delete cascade,
  kind text not null,
  in_office boolean not null,
  email text not null check (email in ('none', 'now', 'daily')),
  primary key (admin_id, kind)
);

-- Views ----------------------------------------------------------------------------------------------------------------

-- What a list was asked for, under a name: an address of it, which gives no right to anything.
create table list_views (
  id integer generated always as identity primary key,
  -- The list's address in the office, below /dashboard.
  list text not null,
  -- Only people who may do all of this see it: what the list takes.
  permission text[] not null,
  name text not null,
  -- What stands in the list's address, by name.
  query jsonb not null,
  -- Whoever made it. What they shared stays when the account goes.
  owner_id integer references admins (id) on delete set null,
  -- For everybody with the role; when that is deleted it is its owner's alone again.
  role_id integer references roles (id) on delete set null,
  is_for_all boolean not null default false,
  created_at timestamptz not null,
  deleted_at timestamptz,
  version integer not null default 1,
  check (not (is_for_all and role_id is not null))
);
-- One person's are all told apart, shared or not: one that stops being shared has its name to itself.
create unique index list_views_of_owner on list_views (owner_id, list, lower(name)) where deleted_at is null;
create unique index list_views_of_role on list_views (role_id, list, lower(name))
  where deleted_at is null and role_id is not null;
create unique index list_views_for_all on list_views (list, lower(name)) where deleted_at is null and is_for_all;
create index list_views_deleted on list_views (deleted_at) where deleted_at is not null;

-- With which view a list starts for somebody.
create table default_views (
  admin_id integer not null references admins (id) on delete cascade,
  list text not null,
  view_id integer not null references list_views (id) on delete cascade,
  primary key (admin_id, list)
);
create index default_views_of_view on default_views (view_id);

-- Bulk actions ---------------------------------------------------------------------------------------------------------

-- One act on many rows of a list: the single call, asked for each of them on behalf of one person.
create table bulk_actions (
  id bigint generated always as identity primary key,
  -- One of src/features/lists/bulk-actions/actions.ts.
  action text not null,
  -- The action that it takes back; each is taken back once at a time.
  undoes bigint references bulk_actions (id) on delete cascade,
  state text not null,
  -- What of the list was selected, and what was filled in.
  selection jsonb not null,
  values jsonb not null,
  -- Which page of the list is read next.
  next_page integer not null default 1,
  admin_id integer references admins (id) on delete set null,
  actor text not null,
  -- Why it ended before its time.
  message text not null default '',
  created_at timestamptz not null,
  started_at timestamptz,
  ended_at timestamptz,
  -- When a server was last at work on it: one that says nothing for a while was killed, and another goes on.
  worked_at timestamptz,
  -- Of an import, whose rows are the lines of a file that somebody uploaded: the file's name, sheets and headings, and which of its
  -- columns is what.
  file jsonb
);
create index bulk_actions_of_admin on bulk_actions (admin_id, id);
create index bulk_actions_created on bulk_actions (created_at);
create index bulk_actions_undoing on bulk_actions (undoes) where undoes is not null;

create table bulk_action_rows (
  action_id bigint not null references bulk_actions (id) on delete cascade,
  n integer not null,
  record_id text not null,
  title text not null,
  -- Of the record, as it was selected, and after it was changed.
  version integer,
  version_after integer,
  -- What it takes to take it back.
  undo jsonb,
  state text not null,
  message text not null default '',
  -- What changes, in the words of the audit log.
  difference jsonb,
  -- The line as it is in the file; gone once it is done.
  cells jsonb,
  -- What the single call is asked for it.
  input jsonb,
  -- What it does of an act that needs a second person, and where: they are agreed to as a whole.
  approval jsonb,
  cinemas jsonb,
  -- What was wrong in it, beside the reason: rows that were refused for the same one are counted total.
  example text,
  primary key (action_id, n)
);
create unique index bulk_action_rows_record on bulk_action_rows (action_id, record_id);
create index bulk_action_rows_state on bulk_action_rows (action_id, state, n);
create index bulk_action_rows_cells on bulk_action_rows (action_id) where cells is not null;

-- Reports --------------------------------------------------------------------------------------------------------------

-- A list's or figures' file that is sent by mail on a schedule.
create table reports (
  id integer generated always as identity primary key,
  name text not null,
  -- The file's call, as feature.name, and what it is asked with; words for its filters; the screen's address below /dashboard.
  call text not null,
  params jsonb not null,
  query jsonb not null,
  filter_labels jsonb not null,
  path text not null,
  every text not null check (every in ('day', 'week', 'month', 'close')),
  at text not null,
  weekdays integer[] not null,
  month_day integer not null,
  format text not null check (format in ('csv', 'xlsx')),
  owner_id integer references admins (id) on delete set null,
  -- When it is due; nothing of one that is paused or deleted.
  next_at timestamptz,
  paused text,
  created_at timestamptz not null,
  deleted_at timestamptz,
  version integer not null default 1
);
create index reports_due on reports (next_at) where next_at is not null;
create index reports_owner on reports (owner_id, id);
create index reports_deleted on reports (deleted_at) where deleted_at is not null;

-- A colleague or an address outside.
create table report_recipients (
  id bigint generated always as identity primary key,
  report_id integer not null references reports (id) on delete cascade,
  admin_id integer references admins (id) on delete cascade,
  email text,
  check ((admin_id is null) <> (email is null))
);
create unique index report_recipients_admin on report_recipients (report_id, admin_id) where admin_id is not null;
create unique index report_recipients_email on report_recipients (report_id, lower(email)) where email is not null;
create index report_recipients_of_admin on report_recipients (admin_id) where admin_id is not null;

create table report_runs (
  id bigint generated always as identity primary key,
  report_id integer not null references reports (id) on delete cascade,
  kind text not null check (kind in ('scheduled', 'now', 'test')),
  -- The time that it was due, and how many were missed before it.
  occasion timestamptz not null,
  missed integer not null default 0,
  created_at timestamptz not null
);
create unique index report_runs_once on report_runs (report_id, occasion, kind);
create index report_runs_newest on report_runs (report_id, id);
create index report_runs_created on report_runs (created_at);

create table report_sendings (
  id bigint generated always as identity primary key,
  run_id bigint not null references report_runs (id) on delete cascade,
  admin_id integer references admins (id) on delete set null,
  email text,
  state text not null default 'pending' check (state in ('pending', 'sent', 'failed', 'denied')),
  message text not null default '',
  sent_at timestamptz,
  -- Of what was sent: how many rows, totals by column, and a short hash of each row while it is the last one.
  rows integer,
  summary jsonb,
  keys bytea,
  -- Of the link to an address outside.
  token_hash bytea,
  link_ends_at timestamptz,
  revoked_at timestamptz,
  downloads integer not null default 0,
  downloaded_at timestamptz
);
create unique index report_sendings_admin on report_sendings (run_id, admin_id) where admin_id is not null;
create unique index report_sendings_email on report_sendings (run_id, lower(email)) where email is not null;
create index report_sendings_of_admin on report_sendings (admin_id) where admin_id is not null;
create unique index report_sendings_token on report_sendings (token_hash) where token_hash is not null;

-- Day close ------------------------------------------------------------------------------------------------------------

-- Days that were closed, each time anew; one that was reopened says why. The figures are as they were known then.
create table day_closes (
  id bigint generated always as identity primary key,
  day date not null,
  closed_at timestamptz not null,
  closed_by text not null,
  note text not null default '',
  figures jsonb not null,
  reopened_at timestamptz,
  reopened_by text,
  reason text not null default '',
  check ((reopened_at is null) = (reopened_by is null))
);
create unique index day_closes_once on day_closes (day) where reopened_at is null;

-- What was counted in a cinema's tills at the end of a day. The last count holds.
create table till_counts (
  id bigint generated always as identity primary key,
  day date not null,
  cinema_id text not null references cinemas (id),
  method text not null check (method in ('cash', 'card')),
  kobo bigint not null check (kobo >= 0),
  counted_by text not null,
  recorded_at timestamptz not null default clock_timestamp()
);
create index till_counts_of_day on till_counts (day, cinema_id, method, id);
