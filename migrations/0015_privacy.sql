-- A person's data: erased on request, and two records of one person made one.

-- That somebody was erased, when and by whom, what was kept and why. Nothing of the person.
create table erasures (
  customer_id bigint primary key references customers (id),
  at timestamptz not null,
  actor_id integer,
  actor text not null,
  -- [{what, count, why}]
  kept jsonb not null
);

-- Pairs that look like one person and are two.
create table duplicate_dismissals (
  low_id bigint not null references customers (id),
  high_id bigint not null references customers (id),
  at timestamptz not null,
  actor text not null,
  primary key (low_id, high_id),
  check (low_id < high_id)
);
-- The names themselves are in it so that those who share theirs are found without the table.
create index customers_by_name_and_birth on customers (lower(first_name), lower(last_name), birth_date)
  include (first_name, last_name) where is_listed and birth_date is not null and first_name <> '' and last_name <> '';
-- Who wrote a review is known by name alone.
create index reviews_by_name on reviews (lower(customer_name));
create index error_reports_of_customer on error_reports (customer_id) where customer_id is not null;

-- What a change said: an erasure looks for a person in it.
create index audit_log_said on audit_log using gin ((coalesce(before::text, '') || coalesce(after::text, '')) gin_trgm_ops)
  where before is not null or after is not null;

-- A text without what the patterns find.
create function without_words(value text, patterns text[]) returns text language plpgsql immutable as $$
declare pattern text;
begin
  foreach pattern in array patterns loop
    value := regexp_replace(value, pattern, '[erased]', 'gi');
  end loop;
  return value;
end $$;

-- The same of every text in a JSON value; what stands under one of the keys goes whole.
create function without_words(value jsonb, patterns text[], keys text[]) returns jsonb language plpgsql immutable as $$
begin
  return case jsonb_typeof(value)
    when 'string' then to_jsonb(without_words(value #>> '{}', patterns))
    -- A phone number may be told as one.
    when 'number' then case when without_words(value #>> '{}', patterns) = value #>> '{}' then value else '"[erased]"' end
    when 'array' then (
      select coalesce(jsonb_agg(without_words(item, patterns, keys) order by n), '[]')
      from jsonb_array_elements(value) with ordinality as x(item, n))
    when 'object' then (
      select coalesce(jsonb_object_agg(key, case
        when key = any(keys) and jsonb_typeof(item) <> 'null' then '"[erased]"'
        else without_words(item, patterns, keys) end), '{}')
      from jsonb_each(value) as x(key, item))
    else value end;
end $$;

-- The audit log is append-only. The one exception is the erasure of a person: who they were goes from its words, by the
-- function below and by nothing else. Who did what, when, and to which record stays.
drop trigger audit_log_append_only on audit_log;
create trigger audit_log_append_only before delete or truncate on audit_log
  for each statement execute function refuse_change();
create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  if current_setting('marquee.erasing_from_audit', true) = 'on'
    and (new.id, new.at, new.actor_id, new.action, new.entity, new.request_id)
      is not distinct from (old.id, old.at, old.actor_id, old.action, old.entity, old.request_id)
  then return new; end if;
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger audit_log_unchanged before update on audit_log
  for each row execute function refuse_audit_change();

-- ids: the person's records. own: patterns of their names, for lines about them. anywhere: patterns of what is theirs alone
-- wherever it stands; needles: the same as ILIKE has it, for the indexes. keys: fields of a person. Lines about accounts of
-- staff stay as they are. Answers how many lines were changed.
create function erase_from_audit(ids text[], own text[], anywhere text[], needles text[], keys text[]) returns bigint
language plpgsql set marquee.erasing_from_audit = 'on' set plan_cache_mode = force_custom_plan as $$
declare about bigint; others bigint;
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
    where (actor || ' ' || action || ' ' || entity_id || ' ' || summary) ilike any(needles)
    union
    select id from audit_log
    where (before is not null or after is not null)
      and (coalesce(before::text, '') || coalesce(after::text, '')) ilike any(needles));
  get diagnostics others = row_count;
  return about + others;
end $$;
