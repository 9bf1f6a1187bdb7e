-- Records which prices were asked for a product. What is typed into a draft is asked of nobody.
CREATE FUNCTION "record_price"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.state = 'draft' THEN RETURN NULL; END IF;
  IF TG_OP = 'UPDATE' AND OLD.state <> 'draft' AND OLD.price = NEW.price THEN RETURN NULL; END IF;
  INSERT INTO product_prices (product_id, price) VALUES (NEW.id, NEW.price);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "record_price" AFTER INSERT OR UPDATE OF "price", "state" ON "products" FOR EACH ROW EXECUTE FUNCTION "record_price"();
