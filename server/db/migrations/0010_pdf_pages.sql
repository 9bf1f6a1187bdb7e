ALTER TABLE "product_files" ADD COLUMN "pages" integer;
--> statement-breakpoint
-- The pages of a file are counted after its product was published and cached.
CREATE FUNCTION "file_pages_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM invalidate('product:' || p.id, 'seller:' || p.seller_id, 'products') FROM products p WHERE p.file_id = NEW.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "file_pages_changed" AFTER UPDATE OF "pages" ON "product_files" FOR EACH ROW EXECUTE FUNCTION "file_pages_changed"();
