CREATE TABLE "product_samples" (
	"slot_id" integer PRIMARY KEY NOT NULL,
	"product_id" integer NOT NULL,
	"file_id" integer,
	"refusal" text,
	"storage_key" text,
	"mime" text,
	"size_bytes" integer,
	"sha256" text,
	"length" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "product_samples_fileId_unique" UNIQUE("file_id"),
	CONSTRAINT "product_samples_storageKey_unique" UNIQUE("storage_key")
);
--> statement-breakpoint
ALTER TABLE "product_samples" ADD CONSTRAINT "product_samples_slot_id_product_slots_id_fk" FOREIGN KEY ("slot_id") REFERENCES "public"."product_slots"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_samples" ADD CONSTRAINT "product_samples_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "product_samples" ADD CONSTRAINT "product_samples_file_id_product_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."product_files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "product_samples_product_id_index" ON "product_samples" USING btree ("product_id");