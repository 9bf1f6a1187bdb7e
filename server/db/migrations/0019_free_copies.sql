CREATE TABLE "free_copy_requests" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "free_copy_requests_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"product_id" integer NOT NULL,
	"email" text NOT NULL,
	"mailbox_digest" text NOT NULL,
	"network_digest" text NOT NULL,
	"language" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "free_copy_requests_productId_mailboxDigest_unique" UNIQUE("product_id","mailbox_digest")
);
--> statement-breakpoint
ALTER TABLE "free_copy_requests" ADD CONSTRAINT "free_copy_requests_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "free_copy_requests_network_digest_id_index" ON "free_copy_requests" USING btree ("network_digest","id");--> statement-breakpoint
CREATE INDEX "free_copy_requests_created_at_index" ON "free_copy_requests" USING btree ("created_at");
