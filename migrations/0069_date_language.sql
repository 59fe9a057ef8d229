-- The language in which somebody sees the words of dates. The list stands in src/contract/date-language.ts.
alter table admins add column date_language text not null default 'en'
  constraint admins_date_language_check check (date_language in ('en', 'fr', 'yo', 'ig', 'ha'));
