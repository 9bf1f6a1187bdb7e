-- Tells, in the transaction of the change, which public pages and answers are outdated (decision 0020).
-- Tags: product:<id>, seller:<user id>, products (every list), sales (lists by sales), shelves; * for everything.
CREATE FUNCTION "public_changed"(VARIADIC tags text[]) RETURNS void LANGUAGE sql AS $$
  SELECT pg_notify('public_changes', tag) FROM unnest(tags) AS tag
$$;
--> statement-breakpoint
CREATE FUNCTION "product_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF NEW.sales_count <> OLD.sales_count THEN PERFORM public_changed('sales'); END IF;
    IF (NEW.seller_id, NEW.name, NEW.description, NEW.price, NEW.is_price_dynamic, NEW.category_id,
        NEW.subcategory_id, NEW.image_key, NEW.file_id, NEW.deleted_at, NEW.taken_down_at)
      IS NOT DISTINCT FROM
       (OLD.seller_id, OLD.name, OLD.description, OLD.price, OLD.is_price_dynamic, OLD.category_id,
        OLD.subcategory_id, OLD.image_key, OLD.file_id, OLD.deleted_at, OLD.taken_down_at)
    THEN RETURN NULL; END IF;
  END IF;
  PERFORM public_changed('product:' || NEW.id, 'seller:' || NEW.seller_id, 'products');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "product_changed" AFTER INSERT OR UPDATE ON "products" FOR EACH ROW EXECUTE FUNCTION "product_changed"();
--> statement-breakpoint
CREATE FUNCTION "preview_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM public_changed('product:' || coalesce(NEW.product_id, OLD.product_id));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "preview_changed" AFTER INSERT OR UPDATE OR DELETE ON "product_previews" FOR EACH ROW EXECUTE FUNCTION "preview_changed"();
--> statement-breakpoint
CREATE FUNCTION "profile_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.username <> OLD.username THEN PERFORM public_changed('products'); END IF;
  IF (NEW.username, NEW.bio, NEW.webpage, NEW.twitter, NEW.facebook, NEW.linked_in, NEW.profile_picture_key)
    IS DISTINCT FROM
     (OLD.username, OLD.bio, OLD.webpage, OLD.twitter, OLD.facebook, OLD.linked_in, OLD.profile_picture_key)
  THEN PERFORM public_changed('seller:' || NEW.user_id); END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "profile_changed" AFTER UPDATE ON "profiles" FOR EACH ROW EXECUTE FUNCTION "profile_changed"();
--> statement-breakpoint
CREATE FUNCTION "seller_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM public_changed('seller:' || NEW.id, 'products');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "seller_changed" AFTER UPDATE ON "users" FOR EACH ROW
  WHEN (NEW.suspended_at IS DISTINCT FROM OLD.suspended_at OR NEW.closed_at IS DISTINCT FROM OLD.closed_at)
  EXECUTE FUNCTION "seller_changed"();
--> statement-breakpoint
CREATE FUNCTION "payment_account_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND (NEW.state = 'linked') = (OLD.state = 'linked') AND NEW.user_id = OLD.user_id
  THEN RETURN NULL; END IF;
  PERFORM public_changed('seller:' || coalesce(NEW.user_id, OLD.user_id), 'products');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "payment_account_changed" AFTER INSERT OR UPDATE OR DELETE ON "payment_accounts" FOR EACH ROW EXECUTE FUNCTION "payment_account_changed"();
--> statement-breakpoint
CREATE FUNCTION "shelves_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM public_changed('*');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "shelves_changed" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "categories" FOR EACH STATEMENT EXECUTE FUNCTION "shelves_changed"();
--> statement-breakpoint
CREATE TRIGGER "shelves_changed" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "subcategories" FOR EACH STATEMENT EXECUTE FUNCTION "shelves_changed"();
--> statement-breakpoint
CREATE TRIGGER "products_gone" AFTER DELETE OR TRUNCATE ON "products" FOR EACH STATEMENT EXECUTE FUNCTION "shelves_changed"();
