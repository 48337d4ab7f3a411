module example.com/docanalysis

go 1.26.0
