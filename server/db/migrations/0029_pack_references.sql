-- outside a transaction
alter table order_items drop constraint if exists order_items_pack_id_products_id_fk,
  add constraint order_items_pack_id_products_id_fk foreign key (pack_id) references products (id) not valid
--> statement-breakpoint
alter table order_items validate constraint order_items_pack_id_products_id_fk
--> statement-breakpoint
drop index concurrently if exists order_items_pack_id_sold_at_index
--> statement-breakpoint
create index concurrently order_items_pack_id_sold_at_index on order_items (pack_id, sold_at) where pack_id is not null
