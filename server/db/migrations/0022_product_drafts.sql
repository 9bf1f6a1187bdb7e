CREATE TABLE "product_drafts" (
	"product_id" integer PRIMARY KEY NOT NULL,
	"fields" jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"saved_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "products" ALTER COLUMN "category_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ALTER COLUMN "subcategory_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "product_drafts" ADD CONSTRAINT "product_drafts_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE cascade;
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
CREATE OR REPLACE FUNCTION "product_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Nobody but its seller sees a draft.
  IF NEW.state = 'draft' AND (TG_OP = 'INSERT' OR OLD.state = 'draft') THEN RETURN NULL; END IF;
  IF TG_OP = 'UPDATE' THEN
    IF NEW.sales_count <> OLD.sales_count THEN PERFORM invalidate('sales'); END IF;
    OLD.sales_count := NEW.sales_count;
    OLD.updated_at := NEW.updated_at;
    OLD.search := NEW.search;
    OLD.request_key := NEW.request_key;
    OLD.request_digest := NEW.request_digest;
    OLD.taken_down_reason := NEW.taken_down_reason;
    IF OLD IS NOT DISTINCT FROM NEW THEN RETURN NULL; END IF;
  END IF;
  PERFORM invalidate('product:' || NEW.id, 'seller:' || NEW.seller_id, 'products');
  RETURN NULL;
END $$;
