-- The page of a product shows the samples of its files, which are cut after it was cached (decision 0020).
CREATE FUNCTION "sample_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM invalidate('product:' || coalesce(NEW.product_id, OLD.product_id));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "sample_changed" AFTER INSERT OR UPDATE OR DELETE ON "product_samples" FOR EACH ROW EXECUTE FUNCTION "sample_changed"();
