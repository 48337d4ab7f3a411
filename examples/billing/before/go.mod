module example.com/billing

go 1.26.0
