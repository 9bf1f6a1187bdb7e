ALTER TABLE "users" ADD COLUMN "sales_closed_at" timestamp with time zone;--> statement-breakpoint
DROP TRIGGER "seller_changed" ON "users";--> statement-breakpoint
CREATE TRIGGER "seller_changed" AFTER UPDATE ON "users" FOR EACH ROW
  WHEN (NEW.suspended_at IS DISTINCT FROM OLD.suspended_at OR NEW.closed_at IS DISTINCT FROM OLD.closed_at
    OR NEW.sales_closed_at IS DISTINCT FROM OLD.sales_closed_at)
  EXECUTE FUNCTION "seller_changed"();
