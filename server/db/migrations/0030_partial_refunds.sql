DROP INDEX "refunds_one_a_payment";--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "amount_minor" bigint;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "refunded_before_minor" bigint;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "item_ids" integer[];--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "request_key" text;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "request_digest" text;--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_one_undecided" ON "refunds" USING btree ("payment_id") WHERE "refunds"."state" in ('requested', 'sent');--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_part" CHECK (("refunds"."amount_minor" is null) = ("refunds"."refunded_before_minor" is null) and "refunds"."amount_minor" > 0);