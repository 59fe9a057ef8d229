-- What searches look in is folded everywhere (0063_folded_names.sql), and stands in a column `words` of its own.

drop index movies_words;
alter table movies
  add column words text not null generated always as (fold(name || ' ' || title || ' ' || id)) stored;
create index movies_words on movies using gin (words gin_trgm_ops);

drop index movie_cast_words;
alter table movie_cast add column words text not null generated always as (fold(name)) stored;
create index movie_cast_words on movie_cast using gin (words gin_trgm_ops);

drop index promotions_words;
alter table promotions
  add column words text not null generated always as (fold(title || ' ' || description)) stored;
create index promotions_words on promotions using gin (words gin_trgm_ops);

drop index events_words;
alter table events add column words text not null generated always as (fold(name || ' ' || category)) stored;
create index events_words on events using gin (words gin_trgm_ops) where deleted_at is null;

drop index errors_words;
alter table errors add column words text not null generated always as (fold(message || ' ' || component)) stored;
create index errors_words on errors using gin (words gin_trgm_ops);

alter table referral_links
  drop column words,
  add column words text not null
    generated always as (fold(name || ' ' || code || ' ' || coalesce(short_link, ''))) stored;
create index referral_links_words on referral_links using gin (words gin_trgm_ops) where deleted_at is null;

alter table push_notifications
  drop column words,
  add column words text not null
    generated always as (fold(title || ' ' || body || ' ' || name || ' ' || code)) stored;
create index push_notifications_words on push_notifications using gin (words gin_trgm_ops);

alter table voucher_groups
  drop column words,
  add column words text not null
    generated always as (fold(company_name || ' ' || approved_by || ' ' || comment)) stored;
create index voucher_groups_words on voucher_groups using gin (words gin_trgm_ops);

alter table cube_bookings
  drop column words,
  add column words text not null
    generated always as (fold(full_name || ' ' || email || ' ' || phone || ' ' || booking_id::text)) stored;
create index cube_bookings_words on cube_bookings using gin (words gin_trgm_ops);

alter table payment_entries
  drop column words,
  add column words text not null
    generated always as (fold(reference || ' ' || email || ' ' || name || ' ' || bookings)) stored;
create index payment_entries_words on payment_entries using gin (words gin_trgm_ops);

-- There are many purchases, and few of each are looked at: an index is made anew, the rows are not.
drop index purchases_of_buyer;
create index purchases_of_buyer on purchases using gin (fold(buyer_name || ' ' || buyer_email) gin_trgm_ops)
  where buyer_name <> '' or buyer_email <> '';

drop index audit_log_words;
alter table audit_log
  add column words text not null
    generated always as (fold(actor || ' ' || action || ' ' || entity_id || ' ' || summary)) stored;
create index audit_log_words on audit_log using gin (words gin_trgm_ops);

-- As before (0015_privacy.sql), by the index of the folded words.
create or replace function erase_from_audit(ids text[], own text[], anywhere text[], needles text[], keys text[])
returns bigint
language plpgsql set marquee.erasing_from_audit = 'on' set plan_cache_mode = force_custom_plan as $$
declare
  about bigint;
  others bigint;
  folded text[] := array(select fold(needle) from unnest(needles) needle);
begin
  update audit_log set
    actor = case when actor_id is null then without_words(actor, anywhere || own) else actor end,
    summary = without_words(summary, anywhere || own),
    before = without_words(before, anywhere || own, keys),
    after = without_words(after, anywhere || own, keys)
  where entity = 'customer' and entity_id = any(ids);
  get diagnostics about = row_count;
  update audit_log set
    actor = case when actor_id is null then without_words(actor, anywhere) else actor end,
    entity_id = without_words(entity_id, anywhere),
    summary = without_words(summary, anywhere),
    before = without_words(before, anywhere, '{}'),
    after = without_words(after, anywhere, '{}')
  where not (entity = 'customer' and entity_id = any(ids)) and entity not in ('admin', 'role') and id in (
    select id from audit_log
    where words like any(folded)
      and (actor || ' ' || action || ' ' || entity_id || ' ' || summary) ilike any(needles)
    union
    select id from audit_log
    where (before is not null or after is not null)
      and (coalesce(before::text, '') || coalesce(after::text, '')) ilike any(needles));
  get diagnostics others = row_count;
  return about + others;
end $$;
