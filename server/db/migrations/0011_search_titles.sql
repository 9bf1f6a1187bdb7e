-- Names that match come first by construction (decision 0031).
CREATE INDEX "products_type" ON "products" USING btree ("file_type","category_id") WHERE listed;--> statement-breakpoint
CREATE INDEX "products_dynamic" ON "products" USING btree ("category_id") WHERE listed and is_price_dynamic;--> statement-breakpoint
-- What people call a file, besides its ending.
CREATE FUNCTION "type_words"(file_type text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT file_type || CASE file_type
    WHEN 'xlsx' THEN ' excel' WHEN 'doc' THEN ' word' WHEN 'docx' THEN ' word' WHEN 'pptx' THEN ' powerpoint'
    WHEN 'epub' THEN ' ebook' WHEN 'mp3' THEN ' audio' WHEN 'wav' THEN ' audio' WHEN 'mp4' THEN ' video' ELSE '' END
$$;
--> statement-breakpoint
-- As `product_lexemes` of three words, and beside them, for the name alone: each of its lexemes behind '=', and all of it
-- behind '=='. One index so knows both what a name says and what is said anywhere.
CREATE FUNCTION "product_lexemes"(name text, description text, shelf text, file_type text) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT setweight(named, 'A')
    || array_to_tsvector(array(SELECT '=' || word FROM unnest(tsvector_to_array(named)) word)
      || ('==' || trim(regexp_replace(fold(name), '[^[:alnum:]]+', ' ', 'g'))))
    || setweight(to_tsvector('spanish', fold(shelf)) || to_tsvector('english', fold(shelf)), 'C')
    || setweight(to_tsvector('spanish', fold(description)) || to_tsvector('english', fold(description))
      || to_tsvector('simple', coalesce(type_words(file_type), '')), 'D')
  FROM (SELECT to_tsvector('simple', fold(name)) || to_tsvector('spanish', fold(name)) || to_tsvector('english', fold(name)) AS named) of_name
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION "product_shelved"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE shelf text;
BEGIN
  NEW.listed := NEW.deleted_at IS NULL AND NEW.taken_down_at IS NULL AND NEW.file_id IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM users u WHERE u.id = NEW.seller_id AND (u.suspended_at IS NOT NULL OR u.closed_at IS NOT NULL));
  NEW.file_type := (SELECT f.type FROM product_files f WHERE f.id = NEW.file_id);
  IF TG_OP = 'INSERT' OR NEW.search IS NULL OR NEW.name <> OLD.name OR NEW.description <> OLD.description
    OR NEW.subcategory_id <> OLD.subcategory_id OR NEW.file_type IS DISTINCT FROM OLD.file_type THEN
    shelf := coalesce(shelf_names(NEW.subcategory_id), '');
    NEW.search := product_lexemes(NEW.name, NEW.description, shelf, NEW.file_type);
    -- In one order for everybody, so that two who bring the same words do not wait for each other.
    INSERT INTO search_words (word)
      SELECT DISTINCT word FROM regexp_split_to_table(fold(concat_ws(' ', NEW.name, NEW.description, shelf, type_words(NEW.file_type))), '[^[:alnum:]]+') AS word
      WHERE length(word) BETWEEN 3 AND 30 ORDER BY word
      ON CONFLICT DO NOTHING;
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
DROP FUNCTION "product_lexemes"(text, text, text);
--> statement-breakpoint
-- Nothing that anybody is shown changes: nobody is told.
ALTER TABLE "products" DISABLE TRIGGER "product_changed";
--> statement-breakpoint
UPDATE "products" SET "search" = product_lexemes(name, description, coalesce(shelf_names(subcategory_id), ''), file_type);
--> statement-breakpoint
ALTER TABLE "products" ENABLE TRIGGER "product_changed";
--> statement-breakpoint
INSERT INTO "search_words" ("word") SELECT DISTINCT word FROM "products", regexp_split_to_table(type_words(file_type), ' ') AS word
  WHERE length(word) >= 3 ORDER BY word ON CONFLICT DO NOTHING;
