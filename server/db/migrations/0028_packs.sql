CREATE TABLE "pack_parts" (
	"pack_id" integer NOT NULL,
	"product_id" integer NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "pack_parts_pack_id_product_id_pk" PRIMARY KEY("pack_id","product_id")
);
--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "is_pack" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "pack_id" integer;--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "pack_name" text;--> statement-breakpoint
ALTER TABLE "pack_parts" ADD CONSTRAINT "pack_parts_pack_id_products_id_fk" FOREIGN KEY ("pack_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "pack_parts" ADD CONSTRAINT "pack_parts_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "pack_parts_product_id_index" ON "pack_parts" USING btree ("product_id");--> statement-breakpoint
-- The parts of a pack must be for sale, and two or more.
CREATE FUNCTION "pack_is_whole"("pack" integer) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT count(*) >= 2 AND bool_and(p.listed) FROM pack_parts k JOIN products p ON p.id = k.product_id WHERE k.pack_id = pack
$$;
--> statement-breakpoint
-- Sets whether a product is listed, the types of its files and its lexemes, and adds its words to those of the search.
CREATE OR REPLACE FUNCTION "set_product_search"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  category text;
  types text;
BEGIN
  NEW.listed := NEW.state = 'on_sale' AND NEW.deleted_at IS NULL AND NEW.taken_down_at IS NULL
    AND (NEW.file_id IS NOT NULL OR NEW.is_pack AND NEW.edition_id IS NOT NULL AND pack_is_whole(NEW.id))
    AND NOT EXISTS (SELECT 1 FROM users u WHERE u.id = NEW.seller_id AND (u.suspended_at IS NOT NULL OR u.closed_at IS NOT NULL));
  NEW.file_type := (SELECT f.type FROM product_files f WHERE f.id = NEW.file_id);
  NEW.file_types := coalesce((SELECT array_agg(DISTINCT f.type ORDER BY f.type) FROM edition_files e JOIN product_files f ON f.id = e.file_id WHERE e.edition_id = NEW.edition_id),
    array_remove(ARRAY[NEW.file_type], NULL));
  -- What a draft will be called is nobody's business yet, so the search learns none of its words.
  IF NEW.state = 'draft' THEN RETURN NEW; END IF;
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
-- The release before sells products by their file, and so it sells no pack, which has none.
CREATE OR REPLACE TRIGGER "keep_edition" BEFORE UPDATE OF "file_id", "edition_id" ON "products" FOR EACH ROW WHEN (NOT NEW.is_pack) EXECUTE FUNCTION "keep_edition"();
--> statement-breakpoint
-- Gives a pack that was published the files of its parts, and sets whether it is listed.
CREATE FUNCTION "renew_pack"("pack" integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  edition integer;
  seller integer;
BEGIN
  SELECT p.edition_id, p.seller_id INTO edition, seller FROM products p WHERE p.id = pack AND p.is_pack AND p.state <> 'draft' FOR UPDATE;
  IF NOT FOUND THEN RETURN; END IF;
  IF edition IS NULL THEN
    INSERT INTO product_editions (product_id, number) VALUES (pack, 1) RETURNING id INTO edition;
  END IF;
  DELETE FROM edition_files WHERE edition_id = edition;
  INSERT INTO edition_files (edition_id, slot_id, file_id, position)
    SELECT edition, e.slot_id, e.file_id, row_number() OVER (ORDER BY k.position, e.position, e.slot_id)
    FROM pack_parts k JOIN products p ON p.id = k.product_id JOIN edition_files e ON e.edition_id = p.edition_id
    WHERE k.pack_id = pack;
  UPDATE products SET edition_id = edition, listed = listed WHERE id = pack;
  -- The row of the pack may be as before.
  PERFORM invalidate('product:' || pack, 'seller:' || seller, 'products');
END $$;
--> statement-breakpoint
-- The packs of a product show its name, cover and price, have its files, and are for sale only if it is.
CREATE FUNCTION "part_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  pack integer;
BEGIN
  FOR pack IN SELECT k.pack_id FROM pack_parts k WHERE k.product_id = NEW.id ORDER BY k.pack_id LOOP
    PERFORM renew_pack(pack);
  END LOOP;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "part_changed" AFTER UPDATE ON "products" FOR EACH ROW
  WHEN (NOT NEW.is_pack AND (OLD.listed, OLD.edition_id, OLD.name, OLD.price, OLD.is_price_dynamic, OLD.image_key)
    IS DISTINCT FROM (NEW.listed, NEW.edition_id, NEW.name, NEW.price, NEW.is_price_dynamic, NEW.image_key))
  EXECUTE FUNCTION "part_changed"();
--> statement-breakpoint
-- Updates whether the products of a seller are listed. Their rows are locked by id, and packs after their parts, as
-- purchases lock them, so that two changes do not deadlock.
CREATE OR REPLACE FUNCTION "seller_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM products p WHERE p.seller_id = NEW.id ORDER BY p.is_pack, p.id FOR UPDATE;
  UPDATE products SET listed = listed WHERE seller_id = NEW.id;
  PERFORM invalidate('seller:' || NEW.id, 'products');
  RETURN NULL;
END $$;
