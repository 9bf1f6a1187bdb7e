-- Search, lists and their counts (decision 0021).
CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
-- Without capitals and accents, as `fold` in server/features/catalog/search/words.ts.
CREATE FUNCTION "fold"(words text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  SELECT regexp_replace(lower(normalize(words, NFKD)), E'[\u0300-\u036f]', '', 'g')
$$;
--> statement-breakpoint
-- Lexemes of both languages, by weight: A the name (as it is written too, for unfinished words), C the shelf, D the rest.
CREATE FUNCTION "product_lexemes"(name text, description text, shelf text) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT setweight(to_tsvector('simple', fold(name)) || to_tsvector('spanish', fold(name)) || to_tsvector('english', fold(name)), 'A')
    || setweight(to_tsvector('spanish', fold(shelf)) || to_tsvector('english', fold(shelf)), 'C')
    || setweight(to_tsvector('spanish', fold(description)) || to_tsvector('english', fold(description)), 'D')
$$;
--> statement-breakpoint
CREATE FUNCTION "shelf_names"(shelf integer) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT concat_ws(' ', s.name_es, s.name_en, c.name_es, c.name_en)
  FROM subcategories s JOIN categories c ON c.id = s.category_id WHERE s.id = shelf
$$;
--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "search" tsvector;
--> statement-breakpoint
CREATE INDEX "products_search" ON "products" USING gin ("search") WITH (fastupdate = off);
--> statement-breakpoint
CREATE INDEX "search_words_alike" ON "search_words" USING gin ("word" gin_trgm_ops);
--> statement-breakpoint
CREATE FUNCTION "product_shelved"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE shelf text;
BEGIN
  NEW.listed := NEW.deleted_at IS NULL AND NEW.taken_down_at IS NULL AND NEW.file_id IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM users u WHERE u.id = NEW.seller_id AND (u.suspended_at IS NOT NULL OR u.closed_at IS NOT NULL));
  NEW.file_type := (SELECT f.type FROM product_files f WHERE f.id = NEW.file_id);
  IF TG_OP = 'INSERT' OR NEW.search IS NULL OR NEW.name <> OLD.name OR NEW.description <> OLD.description OR NEW.subcategory_id <> OLD.subcategory_id THEN
    shelf := coalesce(shelf_names(NEW.subcategory_id), '');
    NEW.search := product_lexemes(NEW.name, NEW.description, shelf);
    -- In one order for everybody, so that two who bring the same words do not wait for each other.
    INSERT INTO search_words (word)
      SELECT DISTINCT word FROM regexp_split_to_table(fold(concat_ws(' ', NEW.name, NEW.description, shelf)), '[^[:alnum:]]+') AS word
      WHERE length(word) BETWEEN 3 AND 30 ORDER BY word
      ON CONFLICT DO NOTHING;
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER "product_shelved" BEFORE INSERT OR UPDATE OF "name", "description", "subcategory_id", "seller_id", "file_id", "deleted_at", "taken_down_at", "listed" ON "products" FOR EACH ROW EXECUTE FUNCTION "product_shelved"();
--> statement-breakpoint
CREATE FUNCTION "product_counted"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND (NEW.listed, NEW.category_id, NEW.subcategory_id, NEW.file_type, NEW.is_price_dynamic)
    IS NOT DISTINCT FROM (OLD.listed, OLD.category_id, OLD.subcategory_id, OLD.file_type, OLD.is_price_dynamic)
  THEN RETURN NULL; END IF;
  IF TG_OP <> 'INSERT' AND OLD.listed THEN
    INSERT INTO product_counts VALUES (OLD.category_id, OLD.subcategory_id, OLD.file_type, OLD.is_price_dynamic, -1);
  END IF;
  IF TG_OP <> 'DELETE' AND NEW.listed THEN
    INSERT INTO product_counts VALUES (NEW.category_id, NEW.subcategory_id, NEW.file_type, NEW.is_price_dynamic, 1);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "product_counted" AFTER INSERT OR DELETE OR UPDATE OF "name", "category_id", "subcategory_id", "seller_id", "file_id", "is_price_dynamic", "deleted_at", "taken_down_at", "listed" ON "products" FOR EACH ROW EXECUTE FUNCTION "product_counted"();
--> statement-breakpoint
CREATE OR REPLACE FUNCTION "seller_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM products p WHERE p.seller_id = NEW.id ORDER BY p.id FOR UPDATE;
  UPDATE products SET listed = listed WHERE seller_id = NEW.id;
  PERFORM public_changed('seller:' || NEW.id, 'products');
  RETURN NULL;
END $$;
--> statement-breakpoint
UPDATE "products" SET "listed" = "listed";
