CREATE TABLE "provider_refunds" (
	"id" text PRIMARY KEY NOT NULL,
	"payment_id" text NOT NULL,
	"amount_minor" bigint,
	"state" text NOT NULL,
	"provider_created_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "first_sent_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "provider_refunds_payment_id_index" ON "provider_refunds" USING btree ("payment_id");--> statement-breakpoint
-- Refunds that are not decided may have been sent by the former release.
UPDATE "refunds" SET "first_sent_at" = "created_at" WHERE "state" IN ('requested', 'sent');
