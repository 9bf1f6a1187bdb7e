-- Written by hand: an item counts only while at least half of its price is kept (decision 0077).

-- Reviews: replaces the function of the first migration, which let an item count until its whole price was refunded.
CREATE OR REPLACE FUNCTION "set_review_counts"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE is_paid boolean;
BEGIN
  SELECT i.sale_state = 'approved' AND greatest(2 * i.refunded_minor, 1) <= i.price_minor INTO is_paid
    FROM order_items i WHERE i.id = NEW.order_item_id FOR SHARE;
  NEW.counts := coalesce(is_paid, false) AND NEW.hidden_at IS NULL AND NEW.deleted_at IS NULL;
  RETURN NEW;
END $$;
--> statement-breakpoint
-- Sales: the delivery of an order raises the counts of its products; this lowers them when the money goes back, and raises
-- them again when a chargeback is won or the buyer pays again. An item without a download grant was never counted.
CREATE FUNCTION "sold_item_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  counted_before boolean := OLD.sale_state IS NOT DISTINCT FROM 'approved' AND greatest(2 * OLD.refunded_minor, 1) <= OLD.price_minor;
  counts_now boolean := NEW.sale_state IS NOT DISTINCT FROM 'approved' AND greatest(2 * NEW.refunded_minor, 1) <= NEW.price_minor;
BEGIN
  IF counted_before <> counts_now AND EXISTS (SELECT FROM download_grants g WHERE g.order_item_id = NEW.id) THEN
    UPDATE products SET sales_count = greatest(sales_count + CASE WHEN counts_now THEN 1 ELSE -1 END, 0)
      WHERE id = NEW.product_id;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "sold_item_changed" AFTER UPDATE OF "sale_state", "refunded_minor" ON "order_items" FOR EACH ROW
  WHEN (NEW.sale_state IS DISTINCT FROM OLD.sale_state OR NEW.refunded_minor <> OLD.refunded_minor)
  EXECUTE FUNCTION "sold_item_changed"();
--> statement-breakpoint
-- Reviews of items of which more than half was refunded before stop counting.
UPDATE product_reviews r SET counts = counts FROM order_items i
  WHERE i.id = r.order_item_id AND r.counts AND greatest(2 * i.refunded_minor, 1) > i.price_minor;
