-- outside a transaction
alter table products drop constraint if exists products_pack_price,
  add constraint products_pack_price check (not is_pack or state = 'draft' or price > 0) not valid
--> statement-breakpoint
alter table products validate constraint products_pack_price
