-- Lists are filtered by amount, status and release (docs/adr/0025-filters.md): each of these finds few rows among many.

create index payment_entries_by_amount on payment_entries (kobo, at desc, id desc);
create index payment_entries_unpaid on payment_entries (at desc, id desc) where status <> 'succeeded';
create index payment_entries_refunding on payment_entries (id) where refunding_kobo > 0;

create index error_releases_by_release on error_releases (release, error_id);
create index errors_by_first_seen on errors (first_seen_at);
