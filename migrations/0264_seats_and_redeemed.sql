-- Which seats the tickets of a line are for, and of which purchase of the same reporter a redemption's tickets are. The
-- purchase is named and not referred to: it may be reported later, and is written anew when it is corrected.
alter table purchase_lines add column seats text[];
alter table redemptions add column purchase_external_id text;
create index redemptions_of_purchase on redemptions (source, purchase_external_id) where purchase_external_id is not null;
