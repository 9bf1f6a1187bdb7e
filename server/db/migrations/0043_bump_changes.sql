-- The pages of the products beside which a product is offered show its name, cover and price while it is for sale.
CREATE FUNCTION "offered_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  product integer;
BEGIN
  FOR product IN SELECT b.product_id FROM bumps b WHERE b.offered_id = NEW.id LOOP
    PERFORM invalidate('product:' || product);
  END LOOP;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "offered_changed" AFTER UPDATE ON "products" FOR EACH ROW
  WHEN ((OLD.listed, OLD.name, OLD.price, OLD.list_price, OLD.offer_kind, OLD.is_price_dynamic, OLD.image_key)
    IS DISTINCT FROM (NEW.listed, NEW.name, NEW.price, NEW.list_price, NEW.offer_kind, NEW.is_price_dynamic, NEW.image_key))
  EXECUTE FUNCTION "offered_changed"();
--> statement-breakpoint
-- What is offered beside a product is shown on its page.
CREATE FUNCTION "bump_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM invalidate('product:' || coalesce(NEW.product_id, OLD.product_id));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "bump_changed" AFTER INSERT OR UPDATE OR DELETE ON "bumps" FOR EACH ROW EXECUTE FUNCTION "bump_changed"();
