CREATE TABLE "product_reviews" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "product_reviews_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"order_item_id" integer NOT NULL,
	"product_id" integer NOT NULL,
	"seller_id" integer NOT NULL,
	"stars" integer NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"name" text,
	"language" text NOT NULL,
	"counts" boolean DEFAULT false NOT NULL,
	"reply" text,
	"replied_at" timestamp with time zone,
	"hidden_at" timestamp with time zone,
	"hidden_reason" text,
	"deleted_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "product_reviews_orderItemId_unique" UNIQUE("order_item_id"),
	CONSTRAINT "product_reviews_stars" CHECK ("product_reviews"."stars" between 1 and 5)
);
--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "review_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "review_stars" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "product_reviews" ADD CONSTRAINT "product_reviews_order_item_id_order_items_id_fk" FOREIGN KEY ("order_item_id") REFERENCES "public"."order_items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_reviews" ADD CONSTRAINT "product_reviews_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_reviews" ADD CONSTRAINT "product_reviews_seller_id_users_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "product_reviews_shown" ON "product_reviews" USING btree ("product_id","id") WHERE "product_reviews"."counts";--> statement-breakpoint
CREATE INDEX "product_reviews_seller_id_id_index" ON "product_reviews" USING btree ("seller_id","id");
--> statement-breakpoint
-- Decides whether a review counts. The lock on its item makes this transaction wait for one that changes the sale at the
-- same time, so that a review and a refund always see each other.
CREATE FUNCTION "set_review_counts"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE is_paid boolean;
BEGIN
  SELECT i.sale_state = 'approved' AND i.refunded_minor < i.price_minor INTO is_paid
    FROM order_items i WHERE i.id = NEW.order_item_id FOR SHARE;
  NEW.counts := coalesce(is_paid, false) AND NEW.hidden_at IS NULL AND NEW.deleted_at IS NULL;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER "set_review_counts" BEFORE INSERT OR UPDATE OF "order_item_id", "counts", "hidden_at", "deleted_at" ON "product_reviews" FOR EACH ROW EXECUTE FUNCTION "set_review_counts"();
--> statement-breakpoint
-- A refund or a chargeback takes the review of an item out of the average, and a won chargeback puts it back.
CREATE FUNCTION "reviewed_sale_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE product_reviews SET counts = counts WHERE order_item_id = NEW.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "reviewed_sale_changed" AFTER UPDATE OF "sale_state", "refunded_minor" ON "order_items" FOR EACH ROW
  WHEN (NEW.sale_state IS DISTINCT FROM OLD.sale_state OR NEW.refunded_minor <> OLD.refunded_minor)
  EXECUTE FUNCTION "reviewed_sale_changed"();
--> statement-breakpoint
-- Keeps the sums of a product, which its update announces to the caches (decision 0020). The list of reviews is announced
-- for changes that leave the sums as they are, too.
CREATE FUNCTION "review_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  counted_before integer := CASE WHEN TG_OP <> 'INSERT' AND OLD.counts THEN 1 ELSE 0 END;
  counted_now integer := CASE WHEN TG_OP <> 'DELETE' AND NEW.counts THEN 1 ELSE 0 END;
  more_stars integer := 0;
BEGIN
  IF counted_before = 1 THEN more_stars := more_stars - OLD.stars; END IF;
  IF counted_now = 1 THEN more_stars := more_stars + NEW.stars; END IF;
  IF counted_before = 0 AND counted_now = 0 THEN RETURN NULL; END IF;
  IF counted_before <> counted_now OR more_stars <> 0 THEN
    UPDATE products SET review_count = review_count + counted_now - counted_before,
      review_stars = review_stars + more_stars
      WHERE id = coalesce(NEW.product_id, OLD.product_id);
  END IF;
  PERFORM invalidate('product:' || coalesce(NEW.product_id, OLD.product_id));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "review_changed" AFTER INSERT OR UPDATE OR DELETE ON "product_reviews" FOR EACH ROW EXECUTE FUNCTION "review_changed"();
