-- outside a transaction
-- The new condition is looked up in all products, which locks nobody out.
alter table products drop constraint if exists products_price
--> statement-breakpoint
alter table products add constraint products_price check (price between 0 and 999999) not valid
--> statement-breakpoint
alter table products validate constraint products_price
