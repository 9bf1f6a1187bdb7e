-- outside a transaction
-- A draft gets a new id when it is published, and what it has follows it. No statement rewrites a table or stops its readers.
alter table product_editions drop constraint if exists product_editions_product_id_products_id_fk,
  add constraint product_editions_product_id_products_id_fk foreign key (product_id) references products (id) on update cascade not valid
--> statement-breakpoint
alter table product_editions validate constraint product_editions_product_id_products_id_fk
--> statement-breakpoint
alter table product_files drop constraint if exists product_files_product_id_products_id_fk,
  add constraint product_files_product_id_products_id_fk foreign key (product_id) references products (id) on update cascade not valid
--> statement-breakpoint
alter table product_files validate constraint product_files_product_id_products_id_fk
--> statement-breakpoint
alter table product_previews drop constraint if exists product_previews_product_id_products_id_fk,
  add constraint product_previews_product_id_products_id_fk foreign key (product_id) references products (id) on update cascade not valid
--> statement-breakpoint
alter table product_previews validate constraint product_previews_product_id_products_id_fk
--> statement-breakpoint
alter table product_slots drop constraint if exists product_slots_product_id_products_id_fk,
  add constraint product_slots_product_id_products_id_fk foreign key (product_id) references products (id) on update cascade not valid
--> statement-breakpoint
alter table product_slots validate constraint product_slots_product_id_products_id_fk
--> statement-breakpoint
alter table products drop constraint if exists products_category,
  add constraint products_category check (state = 'draft' or (category_id is not null and subcategory_id is not null)) not valid
--> statement-breakpoint
alter table products validate constraint products_category
--> statement-breakpoint
drop index concurrently if exists products_publish_at
--> statement-breakpoint
create index concurrently products_publish_at on products (publish_at) where publish_at is not null
