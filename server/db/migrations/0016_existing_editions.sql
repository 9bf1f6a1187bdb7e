-- outside a transaction
-- repeat until no row changes
insert into product_slots (product_id, position, current_file_id, created_at)
select p.id, 0, p.file_id, p.created_at from products p
where not exists (select from product_slots s where s.product_id = p.id)
order by p.id limit 10000
--> statement-breakpoint
-- A product that the release before published meanwhile may have got its slot twice.
delete from product_slots s where not exists (select from product_files f where f.slot_id = s.id)
  and exists (select from product_slots other where other.product_id = s.product_id and other.id < s.id)
--> statement-breakpoint
-- repeat until no row changes
update product_files f set slot_id = s.id from product_slots s
where s.product_id = f.product_id
  and f.id in (select id from product_files where slot_id is null order by id limit 10000 for update)
--> statement-breakpoint
-- repeat until no row changes
-- Each file was on sale alone.
with files as (
  select f.id, f.product_id, f.slot_id, f.version, coalesce(f.on_sale_at, f.created_at) as created_at from product_files f
  where not exists (select from edition_files e where e.file_id = f.id)
    and f.slot_id is not null and f.scan_state is distinct from 'waiting'
  order by f.id limit 10000
), editions as (
  insert into product_editions (product_id, number, created_at) select product_id, version, created_at from files
  returning id, product_id, number
)
insert into edition_files (edition_id, slot_id, file_id, position)
select e.id, f.slot_id, f.id, 0 from files f join editions e on e.product_id = f.product_id and e.number = f.version
--> statement-breakpoint
-- repeat until no row changes
update products p set edition_id = e.edition_id from edition_files e
where e.file_id = p.file_id
  and p.id in (select id from products where edition_id is null and file_id is not null order by id limit 1000 for update)
--> statement-breakpoint
-- repeat until no row changes
update product_files set superseded_at = now()
where id in (
  select f.id from product_files f join products p on p.id = f.product_id
  where f.superseded_at is null and f.released_at is null and f.scan_state is distinct from 'waiting'
    and (p.deleted_at is not null or p.file_id is distinct from f.id)
  order by f.id limit 1000
)
--> statement-breakpoint
drop index concurrently if exists order_items_without_edition
--> statement-breakpoint
create index concurrently order_items_without_edition on order_items (id) where edition_id is null
--> statement-breakpoint
-- repeat until no row changes
update order_items i set edition_id = e.edition_id from edition_files e
where e.file_id = i.file_id
  and i.id in (select id from order_items where edition_id is null order by id limit 1000 for update)
--> statement-breakpoint
drop index concurrently if exists order_items_without_edition
--> statement-breakpoint
-- repeat until no row changes
insert into grant_files (grant_id, file_id, downloads, unsent_bytes)
select g.id, i.file_id, greatest(10 - g.downloads_left, 0), g.unsent_bytes
from download_grants g join order_items i on i.id = g.order_item_id
where g.id > coalesce((select max(grant_id) from grant_files), 0) and (g.downloads_left <> 10 or g.unsent_bytes <> 0)
order by g.id limit 1000
--> statement-breakpoint
drop index concurrently if exists product_files_slot_id_index
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "product_files_slot_id_index" ON "product_files" USING btree ("slot_id")
--> statement-breakpoint
drop index concurrently if exists product_files_superseded
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "product_files_superseded" ON "product_files" USING btree ("superseded_at") WHERE superseded_at is not null and released_at is null
--> statement-breakpoint
drop index concurrently if exists product_files_without_crc32
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "product_files_without_crc32" ON "product_files" USING btree ("id") WHERE crc32 is null and released_at is null
--> statement-breakpoint
drop index concurrently if exists products_types
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "products_types" ON "products" USING gin ("file_types") WHERE listed
--> statement-breakpoint
drop index concurrently if exists order_items_edition_id_index
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "order_items_edition_id_index" ON "order_items" USING btree ("edition_id")
--> statement-breakpoint
alter table product_files validate constraint "product_files_slot_id_product_slots_id_fk"
--> statement-breakpoint
alter table products validate constraint "products_edition_id_product_editions_id_fk"
--> statement-breakpoint
alter table downloads validate constraint "downloads_file_id_product_files_id_fk"
--> statement-breakpoint
alter table order_items validate constraint "order_items_edition_id_product_editions_id_fk"
