-- outside a transaction
-- Each statement locks one of the large tables for a moment only.
-- The release before reads and writes products.file_id, products.file_type, order_items.file_id and the columns
-- downloads_left and unsent_bytes of download_grants, which the code no longer knows. The triggers below keep both forms
-- until a later release drops the old one.
CREATE TABLE IF NOT EXISTS "edition_files" (
	"edition_id" integer NOT NULL,
	"slot_id" integer NOT NULL,
	"file_id" integer NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "edition_files_edition_id_slot_id_pk" PRIMARY KEY("edition_id","slot_id")
);
--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "product_editions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "product_editions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"product_id" integer NOT NULL,
	"number" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "product_editions_productId_number_unique" UNIQUE("product_id","number")
);
--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "product_slots" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "product_slots_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"product_id" integer NOT NULL,
	"title" text,
	"position" integer NOT NULL,
	"current_file_id" integer,
	"hidden_at" timestamp with time zone,
	"for_earlier_buyers" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "product_updates" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "product_updates_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"product_id" integer NOT NULL,
	"note" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"announced_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "grant_files" (
	"grant_id" integer NOT NULL,
	"file_id" integer NOT NULL,
	"downloads" integer DEFAULT 0 NOT NULL,
	"unsent_bytes" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "grant_files_grant_id_file_id_pk" PRIMARY KEY("grant_id","file_id")
);
--> statement-breakpoint
ALTER TABLE "product_files" ADD COLUMN IF NOT EXISTS "slot_id" integer;
--> statement-breakpoint
ALTER TABLE "product_files" ADD COLUMN IF NOT EXISTS "crc32" bigint;
--> statement-breakpoint
ALTER TABLE "product_files" ADD COLUMN IF NOT EXISTS "superseded_at" timestamp with time zone;
--> statement-breakpoint
ALTER TABLE "product_files" ADD COLUMN IF NOT EXISTS "uncounted_at" timestamp with time zone;
--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN IF NOT EXISTS "edition_id" integer;
--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN IF NOT EXISTS "state" text DEFAULT 'on_sale' NOT NULL;
--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN IF NOT EXISTS "publish_at" timestamp with time zone;
--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN IF NOT EXISTS "file_types" text[] DEFAULT '{}' NOT NULL;
--> statement-breakpoint
ALTER TABLE "downloads" ADD COLUMN IF NOT EXISTS "file_id" integer;
--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN IF NOT EXISTS "edition_id" integer;
--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN IF NOT EXISTS "list_price_minor" bigint;
--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN IF NOT EXISTS "discount_minor" bigint DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN IF NOT EXISTS "update_emails_muted_at" timestamp with time zone;
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN IF NOT EXISTS "entry" text;
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN IF NOT EXISTS "source" text;
--> statement-breakpoint
ALTER TABLE "edition_files" DROP CONSTRAINT IF EXISTS "edition_files_edition_id_product_editions_id_fk";
--> statement-breakpoint
ALTER TABLE "edition_files" ADD CONSTRAINT "edition_files_edition_id_product_editions_id_fk" FOREIGN KEY ("edition_id") REFERENCES "public"."product_editions"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "edition_files" DROP CONSTRAINT IF EXISTS "edition_files_slot_id_product_slots_id_fk";
--> statement-breakpoint
ALTER TABLE "edition_files" ADD CONSTRAINT "edition_files_slot_id_product_slots_id_fk" FOREIGN KEY ("slot_id") REFERENCES "public"."product_slots"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "edition_files" DROP CONSTRAINT IF EXISTS "edition_files_file_id_product_files_id_fk";
--> statement-breakpoint
ALTER TABLE "edition_files" ADD CONSTRAINT "edition_files_file_id_product_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."product_files"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "product_editions" DROP CONSTRAINT IF EXISTS "product_editions_product_id_products_id_fk";
--> statement-breakpoint
ALTER TABLE "product_editions" ADD CONSTRAINT "product_editions_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "product_slots" DROP CONSTRAINT IF EXISTS "product_slots_product_id_products_id_fk";
--> statement-breakpoint
ALTER TABLE "product_slots" ADD CONSTRAINT "product_slots_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "product_slots" DROP CONSTRAINT IF EXISTS "product_slots_current_file_id_product_files_id_fk";
--> statement-breakpoint
ALTER TABLE "product_slots" ADD CONSTRAINT "product_slots_current_file_id_product_files_id_fk" FOREIGN KEY ("current_file_id") REFERENCES "public"."product_files"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "product_updates" DROP CONSTRAINT IF EXISTS "product_updates_product_id_products_id_fk";
--> statement-breakpoint
ALTER TABLE "product_updates" ADD CONSTRAINT "product_updates_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "grant_files" DROP CONSTRAINT IF EXISTS "grant_files_grant_id_download_grants_id_fk";
--> statement-breakpoint
ALTER TABLE "grant_files" ADD CONSTRAINT "grant_files_grant_id_download_grants_id_fk" FOREIGN KEY ("grant_id") REFERENCES "public"."download_grants"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "grant_files" DROP CONSTRAINT IF EXISTS "grant_files_file_id_product_files_id_fk";
--> statement-breakpoint
ALTER TABLE "grant_files" ADD CONSTRAINT "grant_files_file_id_product_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."product_files"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "edition_files_slot_id_index" ON "edition_files" USING btree ("slot_id");
--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "edition_files_file_id_index" ON "edition_files" USING btree ("file_id");
--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "product_slots_product_id_position_index" ON "product_slots" USING btree ("product_id","position");
--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "product_updates_product_id_created_at_index" ON "product_updates" USING btree ("product_id","created_at");
--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "grant_files_file_id_index" ON "grant_files" USING btree ("file_id");
--> statement-breakpoint
ALTER TABLE "product_files" DROP CONSTRAINT IF EXISTS "product_files_slot_id_product_slots_id_fk";
--> statement-breakpoint
ALTER TABLE "product_files" ADD CONSTRAINT "product_files_slot_id_product_slots_id_fk" FOREIGN KEY ("slot_id") REFERENCES "public"."product_slots"("id") ON DELETE no action ON UPDATE no action NOT VALID;
--> statement-breakpoint
ALTER TABLE "products" DROP CONSTRAINT IF EXISTS "products_edition_id_product_editions_id_fk";
--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_edition_id_product_editions_id_fk" FOREIGN KEY ("edition_id") REFERENCES "public"."product_editions"("id") ON DELETE no action ON UPDATE no action NOT VALID;
--> statement-breakpoint
ALTER TABLE "downloads" DROP CONSTRAINT IF EXISTS "downloads_file_id_product_files_id_fk";
--> statement-breakpoint
ALTER TABLE "downloads" ADD CONSTRAINT "downloads_file_id_product_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."product_files"("id") ON DELETE no action ON UPDATE no action NOT VALID;
--> statement-breakpoint
ALTER TABLE "order_items" DROP CONSTRAINT IF EXISTS "order_items_edition_id_product_editions_id_fk";
--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_edition_id_product_editions_id_fk" FOREIGN KEY ("edition_id") REFERENCES "public"."product_editions"("id") ON DELETE no action ON UPDATE no action NOT VALID;
--> statement-breakpoint
-- The types of a product's files, separated by commas. A row that no edition was made for yet has the type of its file.
CREATE OR REPLACE FUNCTION "types_of"(product products) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT coalesce(nullif(array_to_string(product.file_types, ','), ''), product.file_type)
$$;
--> statement-breakpoint
-- A file that the release before stores has no slot: it belongs to the only one of its product.
CREATE OR REPLACE FUNCTION "set_slot_of_file"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.slot_id IS NULL THEN
    SELECT s.id INTO NEW.slot_id FROM product_slots s WHERE s.product_id = NEW.product_id ORDER BY s.position, s.id LIMIT 1;
  END IF;
  IF NEW.slot_id IS NULL THEN
    INSERT INTO product_slots (product_id, position) VALUES (NEW.product_id, 0) RETURNING id INTO NEW.slot_id;
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER "set_slot_of_file" BEFORE INSERT ON "product_files" FOR EACH ROW EXECUTE FUNCTION "set_slot_of_file"();
--> statement-breakpoint
-- The file of a product is the first file of its edition. If the release before changes the file, this makes the edition.
CREATE OR REPLACE FUNCTION "keep_edition"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.edition_id IS DISTINCT FROM OLD.edition_id THEN
    NEW.file_id := (SELECT e.file_id FROM edition_files e WHERE e.edition_id = NEW.edition_id ORDER BY e.position, e.slot_id LIMIT 1);
  ELSIF NEW.file_id IS DISTINCT FROM OLD.file_id THEN
    UPDATE product_files SET superseded_at = now() WHERE id = OLD.file_id;
    IF NEW.file_id IS NULL THEN
      UPDATE product_slots SET current_file_id = NULL WHERE current_file_id = OLD.file_id;
      NEW.edition_id := NULL;
    ELSE
      UPDATE product_slots s SET current_file_id = NEW.file_id FROM product_files f WHERE f.id = NEW.file_id AND s.id = f.slot_id;
      INSERT INTO product_editions (product_id, number)
        SELECT NEW.id, greatest(
          (SELECT max(e.number) FROM product_editions e WHERE e.product_id = NEW.id),
          -- The next migration numbers the editions of existing files by their versions.
          (SELECT max(f.version) - 1 FROM product_files f WHERE f.product_id = NEW.id)) + 1
        RETURNING id INTO NEW.edition_id;
      INSERT INTO edition_files (edition_id, slot_id, file_id, position)
        SELECT NEW.edition_id, s.id, s.current_file_id, s.position FROM product_slots s
        WHERE s.product_id = NEW.id AND s.hidden_at IS NULL AND s.current_file_id IS NOT NULL;
    END IF;
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER "keep_edition" BEFORE UPDATE OF "file_id", "edition_id" ON "products" FOR EACH ROW EXECUTE FUNCTION "keep_edition"();
--> statement-breakpoint
-- An item that the release before sells has a file only. It gets what is on sale, or the newest edition with its file.
CREATE OR REPLACE FUNCTION "set_edition_of_item"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.edition_id IS NULL THEN
    NEW.edition_id := coalesce(
      (SELECT e.edition_id FROM products p JOIN edition_files e ON e.edition_id = p.edition_id AND e.file_id = NEW.file_id WHERE p.id = NEW.product_id),
      (SELECT max(e.edition_id) FROM edition_files e WHERE e.file_id = NEW.file_id));
  ELSE
    NEW.file_id := (SELECT e.file_id FROM edition_files e WHERE e.edition_id = NEW.edition_id ORDER BY e.position, e.slot_id LIMIT 1);
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER "set_edition_of_item" BEFORE INSERT ON "order_items" FOR EACH ROW EXECUTE FUNCTION "set_edition_of_item"();
--> statement-breakpoint
ALTER TABLE "download_grants" ALTER COLUMN "downloads_left" SET DEFAULT 10;
--> statement-breakpoint
-- Sets whether a product is listed, the types of its files and its lexemes, and adds its words to those of the search.
CREATE OR REPLACE FUNCTION "set_product_search"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  category text;
  types text;
BEGIN
  NEW.listed := NEW.state = 'on_sale' AND NEW.deleted_at IS NULL AND NEW.taken_down_at IS NULL AND NEW.file_id IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM users u WHERE u.id = NEW.seller_id AND (u.suspended_at IS NOT NULL OR u.closed_at IS NOT NULL));
  NEW.file_type := (SELECT f.type FROM product_files f WHERE f.id = NEW.file_id);
  NEW.file_types := coalesce((SELECT array_agg(DISTINCT f.type ORDER BY f.type) FROM edition_files e JOIN product_files f ON f.id = e.file_id WHERE e.edition_id = NEW.edition_id),
    array_remove(ARRAY[NEW.file_type], NULL));
  IF TG_OP = 'INSERT' OR NEW.search IS NULL OR NEW.name <> OLD.name OR NEW.description <> OLD.description
    OR NEW.subcategory_id <> OLD.subcategory_id OR types_of(NEW) IS DISTINCT FROM types_of(OLD) THEN
    category := coalesce(category_names(NEW.subcategory_id), '');
    types := (SELECT string_agg(type_words(t), ' ') FROM unnest(NEW.file_types) AS t);
    NEW.search := product_lexemes(NEW.name, NEW.description, category, types);
    -- Sorted, so that two transactions that insert the same words do not wait for each other.
    INSERT INTO search_words (word)
      SELECT DISTINCT word FROM regexp_split_to_table(normalize_text(concat_ws(' ', NEW.name, NEW.description, category, types)), '[^[:alnum:]]+') AS word
      WHERE length(word) BETWEEN 3 AND 30 ORDER BY word
      ON CONFLICT DO NOTHING;
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER "set_product_search" BEFORE INSERT OR UPDATE OF "name", "description", "subcategory_id", "seller_id", "file_id", "edition_id", "state", "deleted_at", "taken_down_at", "listed" ON "products" FOR EACH ROW EXECUTE FUNCTION "set_product_search"();
--> statement-breakpoint
-- Adds the differences that a change makes to the counts of listed products.
CREATE OR REPLACE FUNCTION "count_product"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND (NEW.listed, NEW.category_id, NEW.subcategory_id, types_of(NEW), NEW.is_price_dynamic)
    IS NOT DISTINCT FROM (OLD.listed, OLD.category_id, OLD.subcategory_id, types_of(OLD), OLD.is_price_dynamic)
  THEN RETURN NULL; END IF;
  IF TG_OP <> 'INSERT' AND OLD.listed THEN
    INSERT INTO product_counts VALUES (OLD.category_id, OLD.subcategory_id, types_of(OLD), OLD.is_price_dynamic, -1);
  END IF;
  IF TG_OP <> 'DELETE' AND NEW.listed THEN
    INSERT INTO product_counts VALUES (NEW.category_id, NEW.subcategory_id, types_of(NEW), NEW.is_price_dynamic, 1);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER "count_product" AFTER INSERT OR DELETE OR UPDATE OF "name", "category_id", "subcategory_id", "seller_id", "file_id", "edition_id", "state", "is_price_dynamic", "deleted_at", "taken_down_at", "listed" ON "products" FOR EACH ROW EXECUTE FUNCTION "count_product"();
--> statement-breakpoint
-- The pages of a file are counted after its product was published and cached.
CREATE OR REPLACE FUNCTION "file_pages_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM invalidate('product:' || p.id, 'seller:' || p.seller_id, 'products')
    FROM products p JOIN edition_files e ON e.edition_id = p.edition_id WHERE e.file_id = NEW.id;
  RETURN NULL;
END $$;
